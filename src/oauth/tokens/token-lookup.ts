import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Batch } from '../../platform/database/batch.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache, readNow, type ReadAt } from '../../platform/database/fresh-cache.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import { acrOf } from '../../identity/sessions/acr.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import type { Strength } from '../../platform/operations/caller.js';
import { ACCOUNT_JSON, type AccountJson, type ReadAccount } from '../../identity/accounts/account-json.js';
import { Clock } from '../../platform/security/clock.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { MacKey } from '../mac/mac.js';
import { readAccessToken, type ReadAccessToken } from './format/access-token.js';
import { NOT_NARROWED, scopeOf } from './format/scope-bits.js';
import { TokenKeys } from './format/token-keys.js';

const MAX_TOKENS = 20_000;
/**
 * Selected as one JSON value, which is cheaper to read in Node than as many columns. How and when the account signed in
 * are of the row that is read anyway: a rule that asks for it (D252) costs a call no statement and no await, but two
 * more values here, most often null and a number, once for each grant whose token is not in memory.
 */
const FIELDS = `g.id::text, encode(g.anchor, 'hex'), g.account_id::text, g.client_id::text, g.scope,
         ${epochMillis('g.valid_from')}, g.device_password_id IS NOT NULL, g.methods, ${epochMillis('g.auth_time')}`;
/** What of a token its row is found by; as the members of what it says. */
const COLUMNS = { grantId: 'bigint', issue: 'bigint', scope: 'integer' } as const;

/**
 * Selects the grants of tokens by their ids, and the tokens that were ended one by one. A join of both for each token
 * costs PostgreSQL some 8 % more, and Node two more arrays to write. Accounts and ended tokens are looked up for each row, which
 * the subselect and OFFSET 0 keep so: joined, a plan that was made while their table was empty would read all of it later.
 * @param account what is selected of an active account `a`
 */
function findStatement(name: string, account: string): BatchStatement<RowOf<typeof COLUMNS>> {
  return batchStatement<never>()({
    name,
    columns: COLUMNS,
    text: ({ all, asked }) => `SELECT json_build_array(${FIELDS},
               (SELECT CASE a.status WHEN 'active' THEN ${account} END FROM account a WHERE a.id = g.account_id)
             ) AS fields, NULL AS ended
        FROM token_grant g WHERE g.id = ANY(${all.grantId}::bigint[]) AND g.revoked_at IS NULL
       UNION ALL
      SELECT NULL, concat_ws(' ', asked.grantId, asked.issue, asked.scope) FROM ${asked('asked')}
       CROSS JOIN LATERAL (SELECT FROM ended_token e WHERE e.grant_id = asked.grantId AND e.issue = asked.issue
                              AND e.scope = asked.scope OFFSET 0) ended`,
  });
}
const FIND = findStatement('token-lookup', 'true');
const FIND_WITH_ACCOUNT = findStatement('token-lookup-with-account', ACCOUNT_JSON);

type Fields = [
  grantId: Long,
  /** Hex. */
  anchor: string | null,
  accountId: Long | null,
  clientId: Long,
  scope: string | null,
  validFrom: number | null,
  isOfDevicePassword: boolean,
  methods: string | null,
  /** Milliseconds since the epoch. */
  authTime: number | null,
  /** null: there is none, or none that may sign in; true: it was not asked for. */
  account: AccountJson | true | null,
];

/** A grant, or a token that was ended. */
interface Row {
  readonly fields: Fields | null;
  /** `nameOf`. */
  readonly ended: string | null;
}

interface Asked {
  readonly said: ReadAccessToken;
  readonly digest: string;
}

/** An access token that was issued and not revoked, of an account that may sign in; it may have expired meanwhile. */
export interface KnownToken {
  /** Apart, and never copied: an object of so many members that is made from another is slow and takes 3 kB. */
  readonly said: ReadAccessToken;
  /** Of the token, hex SHA-256. */
  readonly digest: string;
  readonly accountId: Long | null;
  readonly clientId: Long;
  /** null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly isOfDevicePassword: boolean;
  /** How strong the account's sign-in was; absent: there is no account. */
  readonly strength?: Strength;
  readonly mac: MacKey | null;
  /** Account fields of the same query; never set for a token from memory. */
  readonly account?: ReadAccount;
}

/** An access token of this server that expired, whatever became of its grant. */
interface ExpiredToken {
  readonly said: ReadAccessToken;
  readonly clientId: null;
}

/**
 * Finds access tokens: in memory, or with one indexed statement for all look-ups of a turn of the event loop. Every
 * token-authenticated call starts here. A foreign or an expired token is recognized without the database.
 */
@Injectable()
export class TokenLookup {
  private readonly known: FreshCache<KnownToken>;
  private readonly batches = { alone: this.batch(FIND), withAccounts: this.batch(FIND_WITH_ACCOUNT) };

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
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
    const said = this.known.latest(digest)?.said ?? readAccessToken(this.keys, plain);
    if (said === null) return null;
    if (said.expiresAt <= this.clock.millis()) return { said, clientId: null };
    const { alone, withAccounts } = this.batches;
    return this.known.load(digest, () => (withAccount ? withAccounts : alone).add({ said, digest }));
  }

  /** Finds the grant of a JWT access token that was read, as `find` does for others. */
  findRead(plain: string, said: ReadAccessToken): KnownToken | null | Promise<KnownToken | null> {
    if (said.expiresAt <= this.clock.millis()) return null;
    const digest = `jwt ${hash('sha256', plain, 'hex')}`; // never what `find` looks for
    return this.known.get(digest) ?? this.known.load(digest, () => this.batches.alone.add({ said, digest }));
  }

  private batch(statement: typeof FIND): Batch<Asked, KnownToken | null> {
    return new Batch(async (asked) => {
      const values = statement.valuesOf(asked.map(({ said }) => said));
      const at = readNow(this.changes);
      const grants = new Map<Long, Fields>();
      const ended = new Set<string>();
      for (const row of await this.database.query<Row>(statement, values)) {
        if (row.fields !== null) grants.set(row.fields[0], row.fields);
        else if (row.ended !== null) ended.add(row.ended);
      }
      return asked.map((one) => {
        const grant = grants.get(one.said.grantId);
        const isOver = grant === undefined || ended.has(nameOf(one.said));
        return isOver ? null : tokenOf(one, grant, at);
      });
    });
  }
}

/** Names a token as the statement names ended tokens. */
function nameOf({ grantId, issue, scope }: ReadAccessToken): string {
  return `${grantId} ${issue} ${scope}`;
}

/** null: the token is not of that grant, the account may not sign in, or the tokens of that time were ended. */
function tokenOf({ said, digest }: Asked, fields: Fields, at: ReadAt): KnownToken | null {
  const [
    ,
    anchor,
    accountId,
    clientId,
    grantScope,
    validFrom,
    isOfDevicePassword,
    methods,
    signedInAt,
    account,
  ] = fields;
  if (anchor === null) return null;
  if (said.anchor !== null && !isSameDigest(Buffer.from(anchor), Buffer.from(said.anchor))) return null;
  if (accountId !== null && account === null) return null;
  if (validFrom !== null && said.issuedAt <= validFrom) return null;
  const { scope, target, macKey: key, macAlgorithm: algorithm } = said;
  return {
    said,
    digest,
    accountId,
    clientId,
    scope: target?.scope ?? (scope === NOT_NARROWED ? grantScope : scopeOf(scope)),
    isOfDevicePassword,
    strength: accountId === null ? undefined : { acr: acrOf(methodsIn(methods)), at: signedInAt },
    mac: key !== null && algorithm !== null ? { key, algorithm } : null,
    account: account === null || account === true ? undefined : { fields: account, at },
  };
}
