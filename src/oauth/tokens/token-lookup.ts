import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Batch } from '../../platform/database/batch.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import { ACCOUNT_FIELDS, type AccountFields } from '../../identity/families/account-fields.js';
import { Sealer } from '../../platform/security/sealer.js';
import { AppLog } from '../../platform/telemetry/log.js';
import type { MacAlgorithm } from '../mac/mac.js';
import type { TokenType } from './token-grant.entity.js';

const MAX_TOKENS = 20_000;
/** Selected as one JSON value, which is cheaper to read in Node than as many columns. */
const FIELDS = `json_build_array(encode(t.digest, 'hex'), ${epochMillis('t.expires_at')}, t.mac_algorithm, g.id::text,
         g.account_id::text, g.client_id::text, g.token_type, g.scope) AS fields, t.mac_key`;
const TOKENS = `FROM access_token t JOIN token_grant g ON g.id = t.grant_id LEFT JOIN account a ON a.id = g.account_id`;
const ALIVE = `WHERE t.digest = ANY($1::bytea[]) AND g.revoked_at IS NULL AND (g.account_id IS NULL OR a.status = 'active')`;
const FIND = { name: 'token-lookup', text: `SELECT ${FIELDS} ${TOKENS} ${ALIVE}` };
const FIND_WITH_ACCOUNT = {
  name: 'token-lookup-with-account',
  text: `SELECT ${FIELDS}, ${ACCOUNT_FIELDS} AS account ${TOKENS} ${ALIVE}`,
};

interface Row {
  readonly fields: [
    digest: string,
    expiresAt: number,
    macAlgorithm: MacAlgorithm | null,
    grantId: Long,
    accountId: Long | null,
    clientId: Long,
    tokenType: TokenType,
    scope: string | null,
  ];
  readonly mac_key: Buffer | null;
  readonly account?: AccountFields;
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
  /** The consented scope; null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly mac: { readonly key: string; readonly algorithm: MacAlgorithm } | null;
  /** Account fields of the same query; never set for a token from memory. */
  readonly account?: AccountFields;
}

/**
 * Finds access tokens: in memory, or with one indexed statement for all look-ups of a turn of the event loop. Every
 * token-authenticated call starts here.
 */
@Injectable()
export class TokenLookup {
  private readonly known: FreshCache<KnownToken>;
  private readonly batches = { alone: this.batch(FIND), withAccounts: this.batch(FIND_WITH_ACCOUNT) };

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
   * @param withAccount selects the account information too if a statement is sent at all, which spares the caller a
   * second one
   * @returns synchronously when the token is in memory; null when there is no such token or it was revoked
   */
  find(plain: string, withAccount = false): KnownToken | Promise<KnownToken | null> {
    const digest = hash('sha256', plain, 'hex');
    const { alone, withAccounts } = this.batches;
    return (
      this.known.get(digest) ??
      this.known.load(digest, () => (withAccount ? withAccounts : alone).add(digest))
    );
  }

  private batch(statement: Statement): Batch<string, KnownToken | null> {
    return new Batch(async (digests) => {
      const found = await this.database.query<Row>(statement, [bytesLiteral(digests)]);
      const tokens = new Map(found.map((row) => [row.fields[0], this.toToken(row)]));
      return digests.map((digest) => tokens.get(digest) ?? null);
    });
  }

  private toToken({ fields, mac_key: sealed, account }: Row): KnownToken | null {
    const [digest, expiresAt, algorithm, grantId, accountId, clientId, tokenType, scope] = fields;
    const mac = sealed && algorithm && this.macOf(digest, sealed, algorithm);
    if (mac === 'lost') return null;
    return {
      digest,
      expiresAt,
      grantId,
      accountId,
      clientId,
      tokenType,
      scope,
      mac,
      account: accountId === null ? undefined : account,
    };
  }

  /** `lost`: its key can't be opened, so its signatures can't be checked; a refresh helps (D130). */
  private macOf(digest: string, sealed: Buffer, algorithm: MacAlgorithm): KnownToken['mac'] | 'lost' {
    if (!this.sealer.knowsKeyOf(sealed)) {
      this.log.pino.warn('a MAC token came whose MASTER_KEY is not listed any more; it is refused');
      return 'lost';
    }
    try {
      return { key: this.sealer.open(sealed, Buffer.from(digest, 'hex')).toString(), algorithm };
    } catch {
      this.log.pino.error('a MAC token came whose sealed key was altered in the database; it is refused');
      return 'lost';
    }
  }
}

/** A PostgreSQL literal of `bytea[]`; pg would scan each text for characters to escape. */
function bytesLiteral(digests: readonly string[]): string {
  return `{"\\\\x${digests.join('","\\\\x')}"}`;
}
