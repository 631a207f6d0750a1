import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import { FreshCache } from '../database/fresh-cache.js';
import { Sealer } from '../security/sealer.js';
import type { MacAlgorithm } from './mac/mac.js';
import type { TokenType } from './token-grant.entity.js';

const MAX_TOKENS = 50_000;
const FIND = {
  name: 'token-lookup',
  text: `SELECT t.digest, t.expires_at, t.mac_key, t.mac_algorithm, g.id AS grant_id, g.account_id, g.client_id, g.token_type, g.scope
           FROM access_token t JOIN token_grant g ON g.id = t.grant_id LEFT JOIN account a ON a.id = g.account_id
          WHERE t.digest = ANY($1::bytea[]) AND g.revoked_at IS NULL AND (g.account_id IS NULL OR a.status = 'active')`,
};

interface Row {
  digest: Buffer;
  expires_at: Date;
  mac_key: Buffer | null;
  mac_algorithm: MacAlgorithm | null;
  grant_id: Long;
  account_id: Long | null;
  client_id: Long;
  token_type: TokenType;
  scope: string | null;
}

/** An access token that was issued and not revoked, of an account that may sign in; it may have expired. */
export interface KnownToken {
  /** Hex SHA-256. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly grantId: Long;
  readonly accountId: Long | null;
  readonly clientId: Long;
  readonly tokenType: TokenType;
  /** What the user consented to; null: all that the client's ruleset allows. */
  readonly scope: string | null;
  readonly mac: { readonly key: string; readonly algorithm: MacAlgorithm } | null;
}

/** Finds access tokens: in memory, or by one indexed statement for all that a turn of the event loop asks for. Every token-authenticated call starts here. */
@Injectable()
export class TokenLookup {
  private readonly known: FreshCache<KnownToken>;

  private readonly rows: Batch<string, Row | null>;

  constructor(
    database: Database,
    changes: Changes,
    private readonly sealer: Sealer,
  ) {
    this.known = new FreshCache(changes, MAX_TOKENS);
    this.rows = new Batch(async (digests) => {
      const found = await database.query<Row>(FIND, [digests.map((digest) => Buffer.from(digest, 'hex'))]);
      const byDigest = new Map(found.map((row) => [row.digest.toString('hex'), row]));
      return digests.map((digest) => byDigest.get(digest) ?? null);
    });
  }

  /** @returns without a promise when the token is in memory; null when there is no such token or it was ended */
  find(plain: string): KnownToken | Promise<KnownToken | null> {
    const digest = hash('sha256', plain, 'hex');
    return this.known.get(digest) ?? this.load(digest);
  }

  private load(digest: string): Promise<KnownToken | null> {
    const find = async (): Promise<KnownToken | null> => {
      const row = await this.rows.add(digest);
      return row ? this.toToken(digest, row) : null;
    };
    return this.known.load(digest, find, (token) => {
      const topics = [`token:${digest}`, `grant:${token.grantId}`];
      return token.accountId === null ? topics : [...topics, `account:${token.accountId}`];
    });
  }

  private toToken(digest: string, row: Row): KnownToken {
    const isMac = row.mac_key !== null && row.mac_algorithm !== null;
    return {
      digest,
      expiresAt: row.expires_at.getTime(),
      grantId: row.grant_id,
      accountId: row.account_id,
      clientId: row.client_id,
      tokenType: row.token_type,
      scope: row.scope,
      mac: isMac
        ? { key: this.openKey(row.mac_key as Buffer, digest), algorithm: row.mac_algorithm as MacAlgorithm }
        : null,
    };
  }

  private openKey(sealed: Buffer, digest: string): string {
    return this.sealer.open(sealed, Buffer.from(digest, 'hex')).toString();
  }
}
