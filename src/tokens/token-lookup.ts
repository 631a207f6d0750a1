import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import { FreshCache } from '../database/fresh-cache.js';
import { epochMillis } from '../database/epoch-millis.js';
import { ACCOUNT_COLUMNS, type AccountColumns } from '../families/account-columns.js';
import { Sealer } from '../security/sealer.js';
import { AppLog } from '../telemetry/log.js';
import type { MacAlgorithm } from './mac/mac.js';
import type { TokenType } from './token-grant.entity.js';

const MAX_TOKENS = 20_000;
const COLUMNS = `encode(t.digest, 'hex') AS digest, ${epochMillis('t.expires_at')} AS expires_at, t.mac_key, t.mac_algorithm,
                g.id AS grant_id, g.account_id, g.client_id, g.token_type, g.scope`;
const TOKENS = `FROM access_token t JOIN token_grant g ON g.id = t.grant_id LEFT JOIN account a ON a.id = g.account_id`;
const ALIVE = `WHERE t.digest = ANY($1::bytea[]) AND g.revoked_at IS NULL AND (g.account_id IS NULL OR a.status = 'active')`;
const FIND = { name: 'token-lookup', text: `SELECT ${COLUMNS} ${TOKENS} ${ALIVE}` };
const FIND_WITH_ACCOUNT = {
  name: 'token-lookup-with-account',
  text: `SELECT ${COLUMNS}, ${ACCOUNT_COLUMNS} ${TOKENS} ${ALIVE}`,
};

interface Row extends AccountColumns {
  digest: string;
  /** Milliseconds since the epoch. */
  expires_at: number;
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
  /** What was read along now; never of a token that is in memory. */
  readonly account?: AccountColumns;
}

/** Finds access tokens: in memory, or by one indexed statement for all that a turn of the event loop asks for. Every token-authenticated call starts here. */
@Injectable()
export class TokenLookup {
  private readonly known: FreshCache<KnownToken>;
  private readonly rows = this.batch(FIND);
  private readonly rowsWithAccount = this.batch(FIND_WITH_ACCOUNT);

  constructor(
    private readonly database: Database,
    changes: Changes,
    private readonly sealer: Sealer,
    private readonly log: AppLog,
  ) {
    this.known = new FreshCache(changes, {
      max: MAX_TOKENS,
      topicsOf: (digest, { grantId, accountId }) => {
        const topics = [`token:${digest}`, `grant:${grantId}`];
        return accountId === null ? topics : [...topics, `account:${accountId}`];
      },
      kept: (token) => ({ ...token, account: undefined }),
    });
  }

  /**
   * @param withAccount reads the account information along, when there is a statement to send at all: a caller that
   *   asks for it next would wait for a second one
   * @returns without a promise when the token is in memory; null when there is no such token or it was ended
   */
  find(plain: string, withAccount = false): KnownToken | Promise<KnownToken | null> {
    const digest = hash('sha256', plain, 'hex');
    return this.known.get(digest) ?? this.load(digest, withAccount);
  }

  private load(digest: string, withAccount: boolean): Promise<KnownToken | null> {
    return this.known.load(digest, async () => {
      const row = await (withAccount ? this.rowsWithAccount : this.rows).add(digest);
      return row && this.toToken(digest, row, withAccount);
    });
  }

  private batch(statement: { name: string; text: string }): Batch<string, Row | null> {
    return new Batch(async (digests) => {
      const found = await this.database.query<Row>(statement, [digests.map((digest) => `\\x${digest}`)]);
      const byDigest = new Map(found.map((row) => [row.digest, row]));
      return digests.map((digest) => byDigest.get(digest) ?? null);
    });
  }

  private toToken(digest: string, row: Row, withAccount: boolean): KnownToken | null {
    const mac = this.macOf(digest, row);
    if (mac === 'lost') return null;
    return {
      digest,
      expiresAt: row.expires_at,
      grantId: row.grant_id,
      accountId: row.account_id,
      clientId: row.client_id,
      tokenType: row.token_type,
      scope: row.scope,
      mac,
      account: withAccount && row.account_id !== null ? row : undefined,
    };
  }

  /** `lost`: its MASTER_KEY is not listed any more, so that nobody can check what it signs; a refresh helps (D130). */
  private macOf(
    digest: string,
    { mac_key: sealed, mac_algorithm: algorithm }: Row,
  ): KnownToken['mac'] | 'lost' {
    if (sealed === null || algorithm === null) return null;
    if (this.sealer.knowsKeyOf(sealed))
      return { key: this.sealer.open(sealed, Buffer.from(digest, 'hex')).toString(), algorithm };
    this.log.pino.warn('a MAC token came whose MASTER_KEY is not listed any more; it is refused');
    return 'lost';
  }
}
