import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { insertNew } from '../../platform/database/insert-new.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { PasskeyUse } from './passkey-use.entity.js';

/** How long people may look for their passkey. */
export const PATIENCE_MS = 5 * MINUTE;
/** Longer than that; a page that stays open fetches a new challenge in time. */
const CHALLENGE_MS = 2 * PATIENCE_MS;

/**
 * What an answer may be used for: to sign in on people's pages, in the console, to add a passkey, or to add one that the
 * browser makes without asking the person (D354).
 */
export type PasskeyPurpose = 'people' | 'console' | AddingPurpose;

export type AddingPurpose = 'add' | 'addUnasked';

interface Content {
  /** What makes it unforeseeable: 256 random bits. */
  readonly random: string;
  readonly expiresAt: number;
  /** Data of the caller that made it, returned when it is opened. */
  readonly about: string;
}

/** A challenge that was opened: made here, for this browser and purpose, and not expired. */
export interface OpenChallenge {
  readonly challenge: string;
  readonly expiresAt: Date;
  readonly about: string;
}

/**
 * Makes and opens challenges that nobody has to store (D245): they are sealed, with their end, for one purpose and one
 * browser. Asking for one writes nothing; a correct answer is recorded, and accepted once.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @param browser a digest of a secret that this browser has: its cookie, its session */
  make(purpose: PasskeyPurpose, browser: Buffer, about = ''): Uint8Array<ArrayBuffer> {
    const content: Content = {
      random: randomSecret(),
      expiresAt: this.clock.millis() + CHALLENGE_MS,
      about,
    };
    return Uint8Array.from(
      this.sealer.seal(
        'passkey challenge',
        Buffer.from(JSON.stringify(content)),
        contextOf(purpose, browser),
      ),
    );
  }

  /**
   * @param challenge base64url, as it came back
   * @param browsers digests; the challenge was made for one of them
   * @returns null: it is expired, or for another browser, purpose or server
   */
  open(challenge: string, purpose: PasskeyPurpose, browsers: readonly Buffer[]): OpenChallenge | null {
    const sealed = Buffer.from(challenge, 'base64url');
    for (const browser of browsers) {
      const plain = this.sealer.tryOpen('passkey challenge', sealed, contextOf(purpose, browser));
      if (plain === null) continue;
      const { expiresAt, about } = JSON.parse(plain.toString()) as Content;
      if (expiresAt <= this.clock.millis()) return null;
      return { challenge, expiresAt: new Date(expiresAt), about };
    }
    return null;
  }

  /**
   * Call it after the answer was verified, so that nobody without a passkey writes a row.
   * @returns whether it is the first use
   */
  async use(tx: EntityManager, { challenge, expiresAt }: OpenChallenge): Promise<boolean> {
    const use = { digest: digestOf(challenge), expiresAt };
    return (await insertNew(tx, PasskeyUse, use, 'digest')) !== null;
  }
}

function contextOf(purpose: PasskeyPurpose, browser: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`passkey challenge|${purpose}|`), browser]);
}
