import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Authentication } from '../../identity/sessions/authentication.js';
import { keptMethods } from '../../identity/sessions/kept-methods.js';
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
import { Clock } from '../../platform/security/clock.js';
import { stillBy, valueOfMark } from '../../identity/accounts/account-sql.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import type { IssuedTokens } from './access-token.view.js';
import { FreshTokens } from './fresh-tokens.js';
import { originNumber, type GrantOrigin } from './grant-origin.js';
import type { TokenType } from './token-grant.entity.js';
import { HERE, keptTarget, tokensFor, type Target } from './target.js';
import { TokenCount } from './token-count.js';

const COLUMNS = {
  account_id: 'bigint',
  client_id: 'bigint',
  device_id: 'text',
  token_type: 'text',
  created_at: 'timestamptz',
  ends_at: 'timestamptz',
  anchor: 'bytea',
  refresh_digest: 'bytea',
  scope: 'text',
  resources: 'text',
  auth_time: 'timestamptz',
  device_password_id: 'bigint',
  methods: 'text',
  sign_in_id: 'bigint',
  origin: 'integer',
  key_thumbprint: 'bytea',
  password_mark: 'bytea',
  client_name: 'text',
  address: 'text',
  grant_type: 'text',
} as const;

/** A requested grant. */
type Row = RowOf<typeof COLUMNS>;

interface Issued {
  readonly id: Long;
  readonly anchor: Buffer;
}

const RECORDED = recordedFrom('fit', 'token.issued', {
  at: 'created_at',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: 'address',
  details: `jsonb_build_object('grant', grant_type)`,
});

/**
 * The accounts are locked against being disabled, and their passwords against being replaced, meanwhile: tokens that
 * this ended stay ended (D24, D105).
 */
function issueStatement(name: string, ofLocked: '' | 'SKIP LOCKED'): BatchStatement<Row, Issued> {
  return batchStatement<Issued>()({
    name,
    columns: COLUMNS,
    key: 'anchor',
    text: ({ asked, all }) => `WITH who AS (
             SELECT id, password_hash FROM account WHERE id = ANY(${all.account_id}) AND status = 'active' FOR SHARE ${ofLocked}
           ), fit AS MATERIALIZED (
             SELECT nextval('token_grant_id_seq') AS id, t.* FROM ${asked('t')}
              WHERE EXISTS (SELECT FROM who WHERE who.id = t.account_id AND ${stillBy('t.password_mark', 'who')})
           ), made AS (
             INSERT INTO token_grant (id, account_id, client_id, device_id, token_type, scope, resources, auth_time, methods, sign_in_id, origin, created_at,
                                      ends_at, ends_on, anchor, refresh_digest, device_password_id, key_thumbprint)
             OVERRIDING SYSTEM VALUE
             SELECT id, account_id, client_id, device_id, token_type, scope, resources, auth_time, methods, sign_in_id, origin, created_at,
                    ends_at, (ends_at AT TIME ZONE 'UTC')::date, anchor, refresh_digest, device_password_id, key_thumbprint FROM fit
           ), recorded AS (
             ${RECORDED}
           )
           SELECT id, anchor FROM fit`,
  });
}

/** For a batch: skips accounts that are locked, so that no other row has to wait for them. */
const ISSUE_MANY = issueStatement('token-issue-many', 'SKIP LOCKED');
const ISSUE_ONE = issueStatement('token-issue-one', '');

/** A request for a new grant. */
export interface GrantRequest extends Pick<
  Authentication,
  'accountId' | 'methods' | 'devicePassword' | 'mark'
> {
  readonly client: CallerClient;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that the tokens are bound to; null: none. */
  readonly thumbprint: Buffer | null;
  readonly deviceId: string | null;
  /** Restricts the tokens; left out: everything that the client's ruleset allows. */
  readonly scope?: string | null;
  /** What the grant is for; left out: this server. */
  readonly target?: Target;
  /** What the first access token is for, if less than the grant; null: all of it. */
  readonly narrowed?: Target | null;
  /** When the user entered the password; left out: a partner vouched for the user. */
  readonly authTime?: Date;
  /** The sign-in on a page in which it was allowed; left out: none. */
  readonly signInId?: Long | null;
  /** How the grant was obtained: kept with it, for the metrics and the audit. */
  readonly grantType: GrantOrigin;
  /** The address that the request came from. */
  readonly address: string;
}

interface Prepared {
  readonly row: Row;
  /** Its tokens, once its row is there. */
  readonly tokens: (grantId: Long) => IssuedTokens;
}

/** Issues the first tokens of a grant (§4.2, D46): they are only in the return value. */
@Injectable()
export class TokenIssuer {
  private readonly rows = new Batch<Row, Issued | null>(
    (rows) => queryEach(this.database, ISSUE_MANY, rows),
    { alone: async (row) => (await queryEach(this.database, ISSUE_ONE, [row]))[0] ?? null },
  );

  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly clock: Clock,
    private readonly count: TokenCount,
  ) {}

  /**
   * Creates a grant with its first tokens in one statement, batched with other requests of the same moment.
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile, or its password replaced;
   *   clientNotAuthenticated when the client was deleted
   */
  async issue(request: GrantRequest): Promise<IssuedTokens> {
    const prepared = this.prepare(request);
    const issued = await this.rows.add(prepared.row).catch(throwIfGone);
    if (!issued) throw new CallError(Errors.credentialInvalid, { accountId: request.accountId });
    return this.answer(request, prepared, issued);
  }

  /**
   * Creates a grant in the caller's transaction; null when the account was disabled or deleted meanwhile, so that the
   * transaction can still commit what it used up.
   */
  async issueWithin(tx: EntityManager, request: GrantRequest): Promise<IssuedTokens | null> {
    const prepared = this.prepare(request);
    const values = ISSUE_ONE.valuesOf([prepared.row]);
    const [issued] = await tx.query<Issued[]>(ISSUE_ONE.text, values).catch(throwIfGone);
    return issued ? this.answer(request, prepared, issued) : null;
  }

  private answer(request: GrantRequest, { tokens }: Prepared, { id }: Issued): IssuedTokens {
    const { grantType: grant, accountId } = request;
    const issued = tokens(id);
    this.count.issued({ grant, type: issued.tokenType, accountId });
    return issued;
  }

  private prepare(request: GrantRequest): Prepared {
    const { client, accountId, tokenType, deviceId, scope = null, authTime = null, methods } = request;
    const { devicePassword = null, mark, thumbprint, target = HERE, narrowed = null } = request;
    const grant = this.fresh.grant();
    const now = this.clock.millis();
    const endsAt = this.fresh.grantEnd(client, tokenType, now);
    const row = {
      account_id: accountId,
      client_id: client.id,
      device_id: deviceId,
      token_type: tokenType,
      created_at: new Date(now),
      ends_at: new Date(endsAt),
      anchor: grant.anchor,
      refresh_digest: grant.refreshDigest,
      scope,
      resources: keptTarget(target),
      auth_time: authTime,
      device_password_id: devicePassword,
      methods: keptMethods(methods),
      origin: originNumber(request.grantType),
      sign_in_id: request.signInId ?? null,
      key_thumbprint: client.isPublic ? thumbprint : null,
      password_mark: valueOfMark(mark),
      client_name: client.clientId,
      address: request.address,
      grant_type: request.grantType,
    };
    const signIn = { accountId, nonce: null, authTime, sid: null, methods };
    const first = tokensFor(scope, target, narrowed ?? target);
    const tokens = (grantId: Long) => {
      const stored = { client, grant, grantId, tokenType, thumbprint, createdAt: now, endsAt, signIn };
      return { scope: first.scope ?? scope, signIn, ...this.fresh.first({ ...stored, ...first }) };
    };
    return { row, tokens };
  }
}

/** For a client that was deleted after it authenticated, or a device password that was ended after it was checked. */
function throwIfGone(cause: unknown): never {
  if (isForeignKeyViolation(cause, 'token_grant_device_password_id_fkey'))
    throw new CallError(Errors.credentialInvalid);
  throwIfClientGone(cause, 'token_grant_client_id_fkey');
}
