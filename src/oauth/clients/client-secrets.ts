import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Changes } from '../../platform/database/changes.js';
import type { Long } from '../../platform/operations/long.js';
import type { ClientSecret } from './client-secret.entity.js';
import { Database } from '../../platform/database/database.js';
import { KeyedDigests } from '../../platform/security/keyed-digests.js';
import { OPERATOR, PasswordHasher, type Bcrypt } from '../../platform/security/password-hasher.js';
import { digestOf, isSameDigest } from '../../platform/security/secrets.js';
import { plainPassword } from '../../platform/security/typed.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { countsOf } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle, type Looked } from '../../platform/throttle/attempt-throttle.js';

/** Base64 of 32 bytes or more that looks random: with digits, small letters and capitals (D81). */
const GENERATED = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/-]{43,}={0,2}$/;

export type StoredSecret = Readonly<
  Pick<ClientSecret, 'id' | 'scheme' | 'verifier' | 'expiresAt' | 'recognition'>
>;

interface SecretOwner {
  readonly id: Long;
  readonly clientId: string;
  readonly secrets: readonly StoredSecret[];
}

interface LookedRow extends Omit<Looked, 'isKnown'> {
  readonly recognitions: Readonly<Record<string, string>>;
}

interface LookedSecrets extends Looked {
  /** The current secrets: another node may have stored a recognition in the meantime. */
  readonly secrets: readonly StoredSecret[];
}

const LOOK = {
  name: 'client-secrets-for-attempt',
  text: `SELECT ${countsOf('$1::text', '$2::text')} AS counts,
                (SELECT coalesce(json_object_agg(id, encode(recognition, 'hex')), '{}') FROM client_secret
                  WHERE id = ANY($3::bigint[]) AND recognition IS NOT NULL) AS recognitions`,
};
const RECOGNIZE = {
  name: 'client-secret-recognized',
  text: 'UPDATE client_secret SET recognition = $2 WHERE id = $1',
};

/**
 * Stores and checks client secrets (D34). One that was verified before is recognized by a keyed digest instead of bcrypt, on
 * every node (D164).
 */
@Injectable()
export class ClientSecrets {
  private readonly digests: KeyedDigests;
  /**
   * Recognitions with an older key that were renewed with the newest; only once each, since nodes may order their keys
   * differently.
   */
  private readonly renewed = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly throttle: AttemptThrottle,
    private readonly changes: Changes,
    config: AppConfig,
    private readonly log: AppLog,
  ) {
    this.digests = new KeyedDigests(config.masterKeys, 'client secret');
  }

  /** A secret with 256 random bits needs no slow hash; an imported one may be guessable and gets bcrypt. */
  async store(plainSecret: string): Promise<Pick<StoredSecret, 'scheme' | 'verifier'>> {
    if (GENERATED.test(plainSecret)) return { scheme: 'sha256', verifier: digestOf(plainSecret) };
    return { scheme: 'bcrypt', verifier: Buffer.from(await this.hasher.hash(plainSecret, OPERATOR)) };
  }

  /**
   * The active secret that equals one of the presented spellings, or null. Only comparisons by bcrypt are throttled:
   * guessing 256 random bits is hopeless, and a recognized secret is no guess.
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
    return this.throttle.attempt<LookedSecrets, StoredSecret>({
      address,
      look: (network) => this.look(owner, slow, network),
      clear: ({ secrets }) => this.findKnown({ ...owner, secrets }, presented, now),
      check: ({ secrets }, bcrypt) => this.findSlowly(owner, secrets, presented, bcrypt),
    });
  }

  /** Finds the active secret without comparisons by bcrypt; null: there is none, or only bcrypt can tell. */
  findKnown(owner: SecretOwner, presented: readonly string[], now: Date): StoredSecret | null {
    for (const secret of owner.secrets) {
      if (!isLive(secret, now)) continue;
      const plain = presented.find((each) => this.isKnown(secret, each));
      if (plain === undefined) continue;
      this.renewIfOld(owner, secret, plain);
      return secret;
    }
    return null;
  }

  private isKnown(secret: StoredSecret, plain: string): boolean {
    if (secret.scheme === 'sha256') return isSameDigest(secret.verifier, digestOf(plain));
    const { id, recognition } = secret;
    return recognition !== null && this.digests.isOf(recognition, boundTo(id, plain));
  }

  private async look(
    { clientId }: SecretOwner,
    slow: readonly StoredSecret[],
    network: string,
  ): Promise<LookedSecrets> {
    const values = [`client ${clientId}`, network, slow.map(({ id }) => id)];
    const [{ counts, recognitions }] = await this.database.query<LookedRow>(LOOK, values);
    const secrets = slow.map((secret) => {
      const hex = recognitions[secret.id];
      return hex === undefined ? secret : { ...secret, recognition: Buffer.from(hex, 'hex') };
    });
    return { counts, isKnown: false, secrets };
  }

  private async findSlowly(
    owner: SecretOwner,
    secrets: readonly StoredSecret[],
    presented: readonly string[],
    bcrypt: Bcrypt,
  ): Promise<StoredSecret | null> {
    for (const secret of secrets) {
      for (const plain of presented) {
        if (!(await bcrypt.matches(plain, secret.verifier.toString()))) continue;
        await this.keep(owner, secret, plain);
        return secret;
      }
    }
    return null;
  }

  /** Stores the recognition of a secret that was verified, for every node. */
  private async keep({ id }: SecretOwner, secret: StoredSecret, plain: string): Promise<void> {
    const values = [secret.id, this.digests.make(boundTo(secret.id, plain))];
    await this.changes.publishWith(this.database.query(RECOGNIZE, values), `client:${id}`);
  }

  /** Renews a recognition with an older key, in the background: the older key is still listed until it is done. */
  private renewIfOld(owner: SecretOwner, secret: StoredSecret, plain: string): void {
    const { recognition } = secret;
    if (recognition === null || this.digests.isNewest(recognition) || this.renewed.has(secret.id)) return;
    this.renewed.add(secret.id);
    this.keep(owner, secret, plain).catch((cause: unknown) => {
      this.renewed.delete(secret.id);
      this.log.pino.warn({ cause: String(cause) }, 'a client secret is still recognized by an older key');
    });
  }
}

/** Binds the digest to the secret's row, so that it is valid for no other row, in every spelling of the secret (D371). */
function boundTo(secretId: string, plain: string): string {
  return `${secretId} ${plainPassword(plain)}`;
}

function isLive({ expiresAt }: StoredSecret, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}
