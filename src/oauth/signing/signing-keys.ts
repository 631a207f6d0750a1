import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { MoreThan, Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { IdTokenSigningAlg } from '../../platform/operations/caller.js';
import { Clock, DAY, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { SigningKey, signingKeyContext } from './signing-key.entity.js';

/** What clients choose from; OpenID Connect Discovery §3 asks for RS256 (D210). */
export const SIGNING_ALGORITHMS: readonly IdTokenSigningAlg[] = ['RS256', 'ES256'];
/** A key signs for 90 days; its successor is published a day earlier, and it stays published for a day longer. */
const SIGNS_MS = 90 * DAY;
const OVERLAP_MS = DAY;
const LOOKED_UP_MS = 5 * MINUTE;
const MAKING_LOCK = 0x4e49;

interface SigningPair {
  readonly kid: string;
  readonly key: CryptoKey;
}

interface Keys {
  readonly signing: Readonly<Record<IdTokenSigningAlg, SigningPair>>;
  readonly published: readonly JWK[];
}

/** The keys of id_tokens, shared by all nodes: one of each algorithm is created when there is none or the newest grows old. */
@Injectable()
export class SigningKeys {
  private known: Promise<Keys> | null = null;
  private knownUntil = 0;

  constructor(
    private readonly database: Database,
    @InjectRepository(SigningKey) private readonly rows: Repository<SigningKey>,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async current(alg: IdTokenSigningAlg): Promise<SigningPair> {
    return (await this.keys()).signing[alg];
  }

  /** Public keys as JWKs: all whose signatures may still be valid, and the next one. */
  async published(): Promise<readonly JWK[]> {
    return (await this.keys()).published;
  }

  private keys(): Promise<Keys> {
    const now = this.clock.millis();
    if (this.known === null || now >= this.knownUntil) {
      this.knownUntil = now + LOOKED_UP_MS;
      const loading = this.load();
      loading.catch(() => (this.known = null));
      this.known = loading;
    }
    return this.known;
  }

  private async load(): Promise<Keys> {
    const rows = await this.liveRows();
    const [RS256, ES256] = await Promise.all([
      this.signingPair('RS256', rows),
      this.signingPair('ES256', rows),
    ]);
    return { signing: { RS256, ES256 }, published: rows.map(({ publicKey }) => publicKey as JWK) };
  }

  /** The newest that has been published for a day; else the oldest. */
  private async signingPair(alg: IdTokenSigningAlg, rows: readonly SigningKey[]): Promise<SigningPair> {
    const usable = rows.filter((row) => algorithmOf(row) === alg && this.isUsable(row));
    const now = this.clock.millis();
    const { kid, privateKey } =
      usable.find(({ createdAt }) => createdAt.getTime() + OVERLAP_MS <= now) ?? usable[usable.length - 1];
    const pem = this.sealer.open('signing key', privateKey, signingKeyContext({ kid })).toString();
    return { kid, key: await importPKCS8(pem, alg) };
  }

  /** Newest first; the next ones are created ahead of time, by one node. */
  private async liveRows(): Promise<SigningKey[]> {
    const rows = await this.find();
    const missing = this.missingIn(rows);
    if (missing.length === 0) return rows;
    const made = await Promise.all(missing.map((alg) => this.make(alg)));
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [MAKING_LOCK]);
      const stillMissing = this.missingIn(await this.find(tx.getRepository(SigningKey)));
      const wanted = made.filter((key) => stillMissing.includes(algorithmOf(key)));
      if (wanted.length > 0) await tx.insert(SigningKey, wanted);
    });
    return this.find();
  }

  /** The algorithms without a key that will sign for more than a moment. */
  private missingIn(rows: readonly SigningKey[]): readonly IdTokenSigningAlg[] {
    const now = this.clock.millis();
    const lasting = rows.filter((row) => this.isUsable(row) && row.createdAt.getTime() + SIGNS_MS > now);
    return SIGNING_ALGORITHMS.filter((alg) => !lasting.some((row) => algorithmOf(row) === alg));
  }

  private find(rows = this.rows): Promise<SigningKey[]> {
    return rows.find({ where: { expiresAt: MoreThan(this.clock.now()) }, order: { createdAt: 'DESC' } });
  }

  /** A key whose MASTER_KEY is no longer configured stays published for its signatures, but signs no more (D130). */
  private isUsable({ privateKey }: SigningKey): boolean {
    return this.sealer.knowsKeyOf('signing key', privateKey);
  }

  private async make(alg: IdTokenSigningAlg): Promise<SigningKey> {
    const now = this.clock.millis();
    const kid = randomSecret().slice(0, 16);
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const pem = Buffer.from(await exportPKCS8(privateKey));
    return {
      kid,
      privateKey: this.sealer.seal('signing key', pem, signingKeyContext({ kid })),
      publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg },
      createdAt: new Date(now),
      expiresAt: new Date(now + OVERLAP_MS + SIGNS_MS + OVERLAP_MS),
    };
  }
}

function algorithmOf({ publicKey }: Pick<SigningKey, 'publicKey'>): IdTokenSigningAlg {
  return (publicKey as JWK).alg as IdTokenSigningAlg;
}
