import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import { endGrants } from './end-grants.js';
import { isReached } from '../../identity/sign-ins/sign-in-sql.js';
import { valuesOfReach, type Reach } from '../../identity/ways-in/youth.js';
import { readAccessToken, type ReadAccessToken } from './format/access-token.js';
import { TokenKeys } from './format/token-keys.js';
import { IS_DIRECT } from './grant-origin.js';
import { JwtAccessTokens } from './jwt-access-tokens.js';
import { RefreshStates, type ProvenToken } from './refresh-states.js';
import { END_ACCESS_TOKEN, END_GRANT, type GrantEnd } from './revoke-statements.js';
import { isReuse, TokenCount } from './token-count.js';

const FIND = { name: 'grant-of-token', text: 'SELECT anchor, client_id FROM token_grant WHERE id = $1' };

interface Row {
  readonly anchor: Buffer | null;
  readonly client_id: Long;
}

/** A token of either kind that proved to its grant that it is of it. */
interface PresentedToken {
  readonly grantId: Long;
  /** The id of the client's record. */
  readonly clientId: Long;
  /** null: it is a refresh token. */
  readonly access: ReadAccessToken | null;
}

/** By a client. */
const REVOKED = { alone: 'token.revoked', all: 'token.revoked' } as const;
/** By an administrator. */
const ENDED = { alone: 'token.ended', all: 'grant.ended' } as const;

const REACHED_ALLOWED = `account_id = $2 AND NOT (${IS_DIRECT}) AND ${isReached(3, 'g.created_at', 'g.sign_in_id')}`;

/** Revokes tokens. Once it has answered, this node never accepts them again; other nodes are notified at once. */
@Injectable()
export class TokenRevoker {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly count: TokenCount,
    private readonly clock: Clock,
    private readonly keys: TokenKeys,
    private readonly states: RefreshStates,
    private readonly jwts: JwtAccessTokens,
  ) {}

  /**
   * Revokes an access token by itself, a refresh token with its whole grant (RFC 7009); an unknown token is no error.
   * @throws CallError grantNotValid when the token is another client's
   */
  async revoke(client: CallerClient, token: string, address: string): Promise<void> {
    const found = await this.find(token);
    if (!found) return;
    if (found.clientId !== client.id) {
      throw new CallError(Errors.grantNotValid, {}, { message: 'The token was issued to another client.' });
    }
    await this.endFound(found, REVOKED, { accountId: null, clientId: client.clientId, address });
  }

  /**
   * A spent refresh token was presented after its grace period, or within it from another network: it was stolen, or its
   * successor was (D49, D314).
   */
  async revokeStolen(token: ProvenToken, clientId: string, address: string): Promise<void> {
    const by = { accountId: null, clientId, address };
    const { grantId, generation } = token.presented;
    await this.endGrant(grantId, 'token.reused', by, [generation, token.graceSeconds, token.isRepeatable]);
  }

  /** An authorization code was used twice: it leaked, or the tokens of its first use did (D54). */
  revokeReusedCode(grantId: Long, clientId: string, address: string): Promise<void> {
    return this.endGrant(grantId, 'code.reused', { accountId: null, clientId, address });
  }

  /** Revokes a grant for an administrator; one that has ended already is left as it is. */
  end(grantId: Long, actor: AuditActor): Promise<void> {
    return this.endGrant(grantId, 'grant.ended', actor);
  }

  /**
   * Revokes a token for an administrator: an access token by itself, a refresh token with its grant. @returns false:
   * there is no such token
   */
  async endToken(token: string, actor: AuditActor): Promise<boolean> {
    const found = await this.find(token);
    return found !== null && this.endFound(found, ENDED, actor);
  }

  /** Revokes every grant of an account, in the caller's transaction. @returns the number of those that were active */
  endAllGrants(tx: Transaction, accountId: Long): Promise<number> {
    return this.endWhere(tx, 'account_id = $2', [accountId]);
  }

  /** Revokes the grants that were allowed on a page, as far as a remedy reaches. */
  endAllowedGrants(tx: Transaction, accountId: Long, reach: Reach): Promise<number> {
    return this.endWhere(tx, REACHED_ALLOWED, [accountId, ...valuesOfReach(reach)]);
  }

  /** Revokes the grants of one client. */
  endGrants(tx: Transaction, accountId: Long, clientId: Long): Promise<number> {
    return this.endWhere(tx, 'account_id = $2 AND client_id = $3', [accountId, clientId]);
  }

  /**
   * Revokes all grants that fit.
   * @param which condition on the table `g`, its parameters from `$2` on
   */
  async endWhere(tx: Transaction, which: string, values: readonly unknown[]): Promise<number> {
    const ended = await endGrants(tx, this.clock.now(), which, values);
    this.changes.publishAfter(tx, ...ended.map((id) => `grant:${id}`));
    return ended.length;
  }

  /**
   * Finds the grant of a token of either kind, to end it; a right tag is not enough (D205). null: no grant of this server
   * knows the token, or nobody can tell whether it was ever issued.
   */
  private async find(plain: string): Promise<PresentedToken | null> {
    const access = readAccessToken(this.keys, plain) ?? (await this.jwts.read(plain));
    return access ? this.findAccess(access) : this.findRefresh(plain);
  }

  private async findAccess(access: ReadAccessToken): Promise<PresentedToken | null> {
    const { grantId, anchor } = access;
    const [row] = await this.database.query<Row & Record<string, unknown>>(FIND, [grantId]);
    if (!row?.anchor || (anchor !== null && !isSameDigest(row.anchor, Buffer.from(anchor, 'hex'))))
      return null;
    return { grantId, clientId: row.client_id, access };
  }

  private async findRefresh(plain: string): Promise<PresentedToken | null> {
    const state = await this.states.find(plain);
    if (state === null || state.age === 'unknowable') return null;
    return { grantId: state.presented.grantId, clientId: state.client_id, access: null };
  }

  /** Ends an access token by itself, a refresh token with its grant. @returns false: the access token was ended before */
  private async endFound(
    { grantId, access }: PresentedToken,
    how: { alone: keyof typeof END_ACCESS_TOKEN; all: GrantEnd },
    by: AuditActor,
  ): Promise<boolean> {
    if (access === null) {
      await this.endGrant(grantId, how.all, by);
      return true;
    }
    const { issue, scope, expiresAt, issuedAt } = access;
    const { accountId, clientId, address } = by;
    const token = [grantId, issue, scope, new Date(expiresAt), new Date(issuedAt)];
    const values = [...token, this.clock.now(), clientId, address, accountId];
    const ended = this.database.query(END_ACCESS_TOKEN[how.alone], values);
    return (await this.changes.publishWith(ended, `grant:${grantId}`)).length > 0;
  }

  private async endGrant(grantId: Long, how: GrantEnd, by: AuditActor, more: unknown[] = []): Promise<void> {
    const { accountId, clientId, address } = by;
    const values = [grantId, this.clock.now(), clientId, address, accountId, ...more];
    const ending = this.database.query(END_GRANT[how], values);
    const ended = await this.changes.publishWith(ending, `grant:${grantId}`);
    if (ended.length > 0 && isReuse(how)) this.count.reused(how);
  }
}
