import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { PasskeyUse } from './passkey-use.entity.js';

/** So long may people look for their passkey. */
export const PATIENCE_MS = 5 * MINUTE;
/** Longer than that; a page that stays open fetches another one in time. */
const CHALLENGE_MS = 2 * PATIENCE_MS;

/** What an answer may be used for: to sign in on people's pages, in the console, or to add a passkey. */
export type PasskeyPurpose = 'people' | 'console' | 'add';

interface Content {
  /** What makes it unforeseeable: 256 random bits. */
  readonly random: string;
  readonly expiresAt: number;
  /** What whoever made it wants to know again. */
  readonly about: string;
}

/** A challenge that was opened: made here, for this browser and purpose, and not expired. */
export interface OpenChallenge {
  readonly challenge: string;
  readonly expiresAt: Date;
  readonly about: string;
}

/**
 * Challenges that nobody has to keep (D245): sealed, with their end, for one purpose and one browser. So asking for one
 * writes nothing; one that was answered rightly is recorded, and taken once.
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
   * @param browsers of which one is that of the browser
   * @returns null: expired, or of another browser, another purpose, another server
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

  /** Call it after the answer was verified: so nobody without a passkey writes a row. @returns whether it is the first use */
  async use(tx: EntityManager, { challenge, expiresAt }: OpenChallenge): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(PasskeyUse)
      .values({ digest: digestOf(challenge), expiresAt })
      .orIgnore()
      .returning('digest')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }
}

function contextOf(purpose: PasskeyPurpose, browser: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`passkey challenge|${purpose}|`), browser]);
}
