import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PasswordHasher } from '../security/password-hasher.js';
import { digestOf, isSameDigest } from '../security/secrets.js';
import { AttemptThrottle } from '../throttle/attempt-throttle.js';

/** Base64 of 32 bytes or more that looks drawn by lot: digits, small letters and capitals (D81). */
const GENERATED = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/-]{43,}={0,2}$/;
const REMEMBERED = 1000;

export interface StoredSecret {
  readonly id: string;
  readonly scheme: 'sha256' | 'bcrypt';
  readonly verifier: Buffer;
  readonly expiresAt: Date | null;
}

interface SecretOwner {
  readonly clientId: string;
  readonly secrets: readonly StoredSecret[];
}

/** Keeps and checks client secrets (D34). */
@Injectable()
export class ClientSecrets {
  /** Digests of secrets that matched a bcrypt verifier: it is computed once, not on each request. */
  private readonly matched = new LRUCache<string, Buffer>({ max: REMEMBERED });

  constructor(
    private readonly hasher: PasswordHasher,
    private readonly throttle: AttemptThrottle,
  ) {}

  /** A secret with 256 random bits needs no slow hash; one brought along may be guessable and gets bcrypt. */
  async store(plainSecret: string): Promise<Pick<StoredSecret, 'scheme' | 'verifier'>> {
    if (GENERATED.test(plainSecret)) return { scheme: 'sha256', verifier: digestOf(plainSecret) };
    return { scheme: 'bcrypt', verifier: Buffer.from(await this.hasher.hash(plainSecret)) };
  }

  /**
   * The live secret that one of the presented spellings is, or null. Only what bcrypt has to look at is throttled:
   * guessing at 256 random bits is hopeless.
   * @throws CallError tooManyAttempts, unavailable
   */
  async find(
    owner: SecretOwner,
    presented: readonly string[],
    now: Date,
    address: string,
  ): Promise<StoredSecret | null> {
    const known = this.findKnown(owner, presented, now);
    if (known) return known;
    const slow = owner.secrets.filter((secret) => secret.scheme === 'bcrypt' && isLive(secret, now));
    if (slow.length === 0) return null;
    return this.throttle.attempt(`client ${owner.clientId}`, address, () => this.findSlowly(slow, presented));
  }

  /** The same without what bcrypt would have to look at. */
  findKnown({ secrets }: SecretOwner, presented: readonly string[], now: Date): StoredSecret | null {
    const digests = presented.map(digestOf);
    for (const secret of secrets) {
      if (!isLive(secret, now)) continue;
      const known = secret.scheme === 'sha256' ? secret.verifier : this.matched.get(secret.id);
      if (known && digests.some((digest) => isSameDigest(digest, known))) return secret;
    }
    return null;
  }

  private async findSlowly(
    secrets: readonly StoredSecret[],
    presented: readonly string[],
  ): Promise<StoredSecret | null> {
    for (const secret of secrets) {
      for (const plain of presented) {
        if (!(await this.hasher.matches(plain, secret.verifier.toString()))) continue;
        this.matched.set(secret.id, digestOf(plain));
        return secret;
      }
    }
    return null;
  }
}

function isLive({ expiresAt }: StoredSecret, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}
