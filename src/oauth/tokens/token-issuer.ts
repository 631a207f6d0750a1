import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import {
  batchStatement,
  queryEach,
  type BatchStatement,
  type RowOf,
} from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { FreshTokens } from './fresh-tokens.js';
import type { TokenType } from './token-grant.entity.js';

const COLUMNS = {
  account_id: 'bigint',
  client_id: 'bigint',
  device_id: 'text',
  token_type: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  refresh_digest: 'bytea',
  refresh_expires_at: 'timestamptz',
  digest: 'bytea',
  access_expires_at: 'timestamptz',
  mac_key: 'bytea',
  mac_algorithm: 'text',
  scope: 'text',
  auth_time: 'timestamptz',
  client_name: 'text',
  address: 'text',
  grant_type: 'text',
} as const;

/** A requested grant, with its tokens. */
type Row = RowOf<typeof COLUMNS>;

const RECORDED = recordedFrom('fit', 'token.issued', {
  at: 'created_at',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: 'address',
  details: `jsonb_build_object('grant', grant_type)`,
});

/** The accounts are locked against being disabled meanwhile: tokens that disabling ended stay ended (D24). */
function issueStatement(name: string, ofLocked: '' | 'SKIP LOCKED'): BatchStatement<Row, { digest: Buffer }> {
  return batchStatement<{ digest: Buffer }>()({
    name,
    columns: COLUMNS,
    key: 'digest',
    text: ({ asked, names, all }) => `WITH asked AS MATERIALIZED (
             SELECT nextval(pg_get_serial_sequence('token_grant', 'id')) AS id, * FROM ${asked} AS t ${names}
           ), who AS (
             SELECT id FROM account WHERE id = ANY(${all.account_id}) AND status = 'active' FOR SHARE ${ofLocked}
           ), fit AS MATERIALIZED (
             SELECT * FROM asked WHERE account_id IS NULL OR account_id IN (SELECT id FROM who)
           ), g AS (
             INSERT INTO token_grant (id, account_id, client_id, device_id, token_type, scope, auth_time, created_at, expires_at)
             OVERRIDING SYSTEM VALUE
             SELECT id, account_id, client_id, device_id, token_type, scope, auth_time, created_at, expires_at FROM fit
           ), r AS (
             INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
             SELECT refresh_digest, id, created_at, refresh_expires_at FROM fit WHERE refresh_digest IS NOT NULL
           ), recorded AS (
             ${RECORDED}
           )
           INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
           SELECT digest, id, access_expires_at, mac_key, mac_algorithm FROM fit RETURNING digest`,
  });
}

/** For a batch: skips accounts that are locked, so that no other row has to wait for them. */
const ISSUE_MANY = issueStatement('token-issue-many', 'SKIP LOCKED');
const ISSUE_ONE = issueStatement('token-issue-one', '');

/** A request for a new grant. */
export interface GrantRequest {
  readonly client: CallerClient;
  /** null: the client itself. */
  readonly accountId: Long | null;
  readonly tokenType: TokenType;
  readonly deviceId: string | null;
  /** Restricts the tokens; left out: everything that the client's ruleset allows. */
  readonly scope?: string | null;
  /** When the user entered the password; left out: somebody vouched for the user, or there is none. */
  readonly authTime?: Date;
  /** How the grant was obtained, for the metrics and the audit. */
  readonly grantType: string;
  /** The address that the request came from. */
  readonly address: string;
}

/** Issues tokens (§4.2, D46): the plain values are only in the return value, the store keeps digests. */
@Injectable()
export class TokenIssuer {
  private readonly rows = new Batch<Row, boolean>((rows) => this.insert(ISSUE_MANY, rows), {
    alone: async (row) => (await this.insert(ISSUE_ONE, [row]))[0] ?? false,
  });

  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Creates a grant with its first tokens in one statement, batched with other requests of the same moment. A client's
   * own grant has no refresh token (RFC 6749 §4.4.3).
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile, clientNotAuthenticated when the client was
   */
  async issue(request: GrantRequest): Promise<IssuedTokens> {
    const { row, tokens } = this.make(request);
    if (!(await this.rows.add(row).catch(throwIfGone)))
      throw new CallError(Errors.credentialInvalid, { accountId: request.accountId });
    this.metrics.tokensIssued.inc({ grant: request.grantType, type: request.tokenType });
    return tokens;
  }

  /**
   * The same in the caller's transaction; null when the account was disabled or deleted meanwhile, so that the
   * transaction can still commit what it used up.
   */
  async issueWithin(tx: EntityManager, request: GrantRequest): Promise<IssuedTokens | null> {
    const { row, tokens } = this.make(request);
    const issued = await tx.query<unknown[]>(ISSUE_ONE.text, ISSUE_ONE.valuesOf([row])).catch(throwIfGone);
    if (issued.length === 0) return null;
    this.metrics.tokensIssued.inc({ grant: request.grantType, type: request.tokenType });
    return tokens;
  }

  private make(request: GrantRequest): { row: Row; tokens: IssuedTokens } {
    const { client, accountId, tokenType, deviceId, scope = null, authTime = null } = request;
    const { now, [tokenType]: expiresAt, refresh } = this.fresh.ends(client);
    const refreshToken = accountId === null ? null : randomSecret();
    const refreshExpiresAt = refreshToken === null ? expiresAt : refresh;
    const access = this.fresh.make(client, tokenType);
    const row = {
      account_id: accountId,
      client_id: client.id,
      device_id: deviceId,
      token_type: tokenType,
      created_at: new Date(now),
      expires_at: new Date(Math.max(expiresAt, refreshExpiresAt)),
      refresh_digest: refreshToken === null ? null : digestOf(refreshToken),
      refresh_expires_at: new Date(refreshExpiresAt),
      digest: access.digest,
      access_expires_at: new Date(expiresAt),
      mac_key: access.sealedMacKey,
      mac_algorithm: access.macAlgorithm,
      scope,
      auth_time: authTime,
      client_name: client.clientId,
      address: request.address,
      grant_type: request.grantType,
    };
    const { plain: accessToken, macKey, macAlgorithm } = access;
    const signIn = accountId === null ? undefined : { accountId, nonce: null, authTime, sid: null };
    const tokens = { tokenType, accessToken, expiresAt, refreshToken, macKey, macAlgorithm, scope, signIn };
    return { row, tokens };
  }

  /** For each row whether it was inserted; undefined where its account is locked, disabled or gone. */
  private async insert(statement: typeof ISSUE_MANY, rows: readonly Row[]): Promise<(true | undefined)[]> {
    const issued = await queryEach(this.database, statement, rows);
    return issued.map((each) => each && true);
  }
}

/** For a client that was deleted after it authenticated. */
function throwIfGone(cause: unknown): never {
  const isGone = isForeignKeyViolation(cause, 'token_grant_client_id_fkey');
  throw isGone ? new CallError(Errors.clientNotAuthenticated) : cause;
}
