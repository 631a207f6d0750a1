import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { MoreThan, Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { Clock, DAY, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { SigningKey } from './signing-key.entity.js';

export const SIGNING_ALGORITHM = 'ES256';
/** A key signs for 90 days; its successor is published a day earlier, and it stays published for a day longer. */
const SIGNS_MS = 90 * DAY;
const OVERLAP_MS = DAY;
const LOOKED_UP_MS = 5 * MINUTE;
const MAKING_LOCK = 0x4e49;

interface Keys {
  readonly kid: string;
  readonly key: CryptoKey;
  readonly published: readonly JWK[];
}

/** The keys of id_tokens, shared by all nodes: created when there is none or the newest grows old. */
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

  async current(): Promise<Pick<Keys, 'kid' | 'key'>> {
    return this.keys();
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
    const now = this.clock.millis();
    const usable = rows.filter((row) => this.isUsable(row));
    const signing =
      usable.find(({ createdAt }) => createdAt.getTime() + OVERLAP_MS <= now) ?? usable[usable.length - 1];
    const pem = this.sealer.open(signing.privateKey, Buffer.from(signing.kid)).toString();
    const key = await importPKCS8(pem, SIGNING_ALGORITHM);
    const published = rows.map(({ publicKey }) => publicKey as JWK);
    return { kid: signing.kid, key, published };
  }

  /** Newest first; the next one is created ahead of time, by one node. */
  private async liveRows(): Promise<SigningKey[]> {
    const now = this.clock.millis();
    const isLasting = (row: SigningKey) => this.isUsable(row) && row.createdAt.getTime() + SIGNS_MS > now;
    const rows = await this.find();
    if (rows.some(isLasting)) return rows;
    const made = await this.make(now);
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [MAKING_LOCK]);
      if (!(await this.find(tx.getRepository(SigningKey))).some(isLasting)) await tx.insert(SigningKey, made);
    });
    return this.find();
  }

  private find(rows = this.rows): Promise<SigningKey[]> {
    return rows.find({ where: { expiresAt: MoreThan(this.clock.now()) }, order: { createdAt: 'DESC' } });
  }

  /** A key whose MASTER_KEY is no longer configured stays published for its signatures, but signs no more (D130). */
  private isUsable({ privateKey }: SigningKey): boolean {
    return this.sealer.knowsKeyOf(privateKey);
  }

  private async make(now: number): Promise<SigningKey> {
    const kid = randomSecret().slice(0, 16);
    const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const pem = Buffer.from(await exportPKCS8(privateKey));
    return {
      kid,
      privateKey: this.sealer.seal(pem, Buffer.from(kid)),
      publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: SIGNING_ALGORITHM },
      createdAt: new Date(now),
      expiresAt: new Date(now + OVERLAP_MS + SIGNS_MS + OVERLAP_MS),
    };
  }
}
