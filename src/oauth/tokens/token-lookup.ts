import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Batch } from '../../platform/database/batch.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import { acrOf } from '../../identity/sessions/acr.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import type { Strength } from '../../platform/operations/caller.js';
import { ACCOUNT_JSON, type AccountJson } from '../../identity/families/account-json.js';
import { Clock } from '../../platform/security/clock.js';
import type { MacAlgorithm } from '../mac/mac.js';
import { readAccessToken, type ReadAccessToken } from './format/access-token.js';
import { anchorTextOf } from './format/grant-secret.js';
import { NOT_NARROWED, scopeOf } from './format/scope-bits.js';
import { TokenKeys } from './format/token-keys.js';

const MAX_TOKENS = 20_000;
/**
 * Selected as one JSON value, which is cheaper to read in Node than as many columns. How and when the account signed in
 * are of the row that is read anyway: a rule that asks for it (D252) costs a call no statement and no await, but two
 * more values here, most often null and a number, once for each token that is not in memory.
 */
const FIELDS = `asked.nth, g.account_id::text, g.client_id::text, g.scope,
         ${epochMillis('g.valid_from')}, g.device_password_id IS NOT NULL, g.methods, ${epochMillis('g.auth_time')}`;
const COLUMNS = {
  /** The place among the tokens that are asked for. */
  nth: 'integer',
  grant_id: 'bigint',
  /** Hex. */
  anchor: 'text',
  issue: 'bigint',
  scope: 'integer',
} as const;

/** By a token's grant, if it has the secret of that grant. */
function findStatement(name: string, fields: string): BatchStatement<RowOf<typeof COLUMNS>> {
  return batchStatement<never>()({
    name,
    columns: COLUMNS,
    text: ({ asked }) => `SELECT json_build_array(${fields}) AS fields FROM ${asked('asked')}
        JOIN token_grant g ON g.id = asked.grant_id AND g.anchor = decode(asked.anchor, 'hex')
        LEFT JOIN account a ON a.id = g.account_id
       WHERE g.revoked_at IS NULL AND (g.account_id IS NULL OR a.status = 'active')
         AND NOT EXISTS (SELECT FROM ended_token e
                          WHERE e.grant_id = asked.grant_id AND e.issue = asked.issue AND e.scope = asked.scope)`,
  });
}
const FIND = findStatement('token-lookup', FIELDS);
const FIND_WITH_ACCOUNT = findStatement('token-lookup-with-account', `${FIELDS}, ${ACCOUNT_JSON}`);

interface Row {
  readonly fields: [
    nth: number,
    accountId: Long | null,
    clientId: Long,
    scope: string | null,
    validFrom: number | null,
    isOfDevicePassword: boolean,
    methods: string | null,
    /** Milliseconds since the epoch. */
    authTime: number | null,
    account?: AccountJson,
  ];
}

/** What an access token says, for as long as there is such a token. */
interface Asked extends Omit<ReadAccessToken, 'scope' | 'secret'> {
  /** Hex SHA-256. */
  readonly digest: string;
  /** Hex: proves to the row of the grant that the token is of it. */
  readonly anchor: string;
  readonly scopeBits: number;
}

/** An access token that was issued and not revoked, of an account that may sign in; it may have expired meanwhile. */
export interface KnownToken {
  /** Apart, and never copied: an object of so many members that is made from another is slow and takes 3 kB. */
  readonly said: Asked;
  readonly accountId: Long | null;
  readonly clientId: Long;
  /** null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly isOfDevicePassword: boolean;
  /** How strong the account's sign-in was; absent: there is no account. */
  readonly strength?: Strength;
  readonly mac: { readonly key: string; readonly algorithm: MacAlgorithm } | null;
  /** Account fields of the same query; never set for a token from memory. */
  readonly account?: AccountJson;
}

/** An access token of this server that is over, whatever became of its grant. */
export interface ExpiredToken {
  readonly said: Asked;
  readonly clientId: null;
}

/**
 * Finds access tokens: in memory, or with one indexed statement for all look-ups of a turn of the event loop. Every
 * token-authenticated call starts here. What is no token of this server, or over, is told by the token alone.
 */
@Injectable()
export class TokenLookup {
  private readonly known: FreshCache<KnownToken>;
  private readonly batches = { alone: this.batch(FIND), withAccounts: this.batch(FIND_WITH_ACCOUNT) };

  constructor(
    private readonly database: Database,
    changes: Changes,
    private readonly keys: TokenKeys,
    private readonly clock: Clock,
  ) {
    this.known = new FreshCache(changes, {
      max: MAX_TOKENS,
      topicsOf: (_digest, { said, accountId }) => {
        const topics = [`grant:${said.grantId}`] as const;
        return accountId === null ? [...topics] : [...topics, `account:${accountId}`];
      },
      kept: (token) => ({ ...token, account: undefined }),
    });
  }

  /**
   * @param withAccount selects the account information too if a statement is sent at all, which spares the caller a
   * second one
   * @returns synchronously what needs no statement; null when there is no such token or it was revoked
   */
  find(plain: string, withAccount = false): KnownToken | ExpiredToken | null | Promise<KnownToken | null> {
    const digest = hash('sha256', plain, 'hex');
    const known = this.known.get(digest);
    if (known) return known;
    const said = this.known.latest(digest)?.said ?? this.read(plain, digest);
    if (said === null) return null;
    if (said.expiresAt <= this.clock.millis()) return { said, clientId: null };
    const { alone, withAccounts } = this.batches;
    return this.known.load(digest, () => (withAccount ? withAccounts : alone).add(said));
  }

  private read(plain: string, digest: string): Asked | null {
    const token = readAccessToken(this.keys, plain);
    if (token === null) return null;
    const { grantId, issue, issuedAt, expiresAt, tokenType, macAlgorithm, macKey, thumbprint } = token;
    const { isOfInterface, scope: scopeBits, secret } = token;
    const anchor = anchorTextOf(secret);
    return {
      digest,
      grantId,
      issue,
      issuedAt,
      expiresAt,
      tokenType,
      macAlgorithm,
      macKey,
      thumbprint,
      isOfInterface,
      scopeBits,
      anchor,
    };
  }

  private batch(statement: typeof FIND): Batch<Asked, KnownToken | null> {
    return new Batch(async (asked) => {
      const rows = asked.map(({ grantId: grant_id, anchor, issue, scopeBits: scope }, nth) => {
        return { nth, grant_id, anchor, issue, scope };
      });
      const tokens: (KnownToken | null)[] = asked.map(() => null);
      for (const row of await this.database.query<Row>(statement, statement.valuesOf(rows))) {
        const [nth] = row.fields;
        tokens[nth] = tokenOf(asked[nth], row);
      }
      return tokens;
    });
  }
}

/** null: its tokens of that time were ended. */
function tokenOf(said: Asked, { fields }: Row): KnownToken | null {
  const [, accountId, clientId, grantScope, validFrom, isOfDevicePassword, methods, at, account] = fields;
  if (validFrom !== null && said.issuedAt <= validFrom) return null;
  const { scopeBits, macKey: key, macAlgorithm: algorithm } = said;
  return {
    said,
    accountId,
    clientId,
    scope: scopeBits === NOT_NARROWED ? grantScope : scopeOf(scopeBits),
    isOfDevicePassword,
    strength: accountId === null ? undefined : { acr: acrOf(methodsIn(methods)), at },
    mac: key !== null && algorithm !== null ? { key, algorithm } : null,
    account: accountId === null ? undefined : account,
  };
}
