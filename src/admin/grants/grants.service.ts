import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { IsNull, MoreThan, Or, type FindOptionsWhere } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { BackchannelLogout } from '../../oauth/oidc/backchannel-logout.js';
import { endOpenAuthorizations } from '../../oauth/authorize/open-authorizations.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { Clock } from '../../platform/security/clock.js';
import { type TokenType, TokenGrant } from '../../oauth/tokens/token-grant.entity.js';
import { Targets } from '../../oauth/tokens/targets.js';
import { TokenInspection } from '../../oauth/tokens/token-inspection.js';
import { TokenRevoker } from '../../oauth/tokens/token-revoker.js';
import { AdminSession } from '../shell/access/admin-session.entity.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf, doneBy } from '../shell/actor-of.js';
import { idIn, PAGE_LIMIT, pageOf, UNNAMED, type ListPage } from '../shell/paging.js';
import type { GrantQuery } from './grant.args.js';
import type { GrantView, TokenView } from './grant.view.js';

const UNKNOWN: TokenView = Object.freeze({
  active: false,
  state: 'unknown',
  kind: null,
  tokenType: null,
  grantId: null,
  clientId: null,
  accountId: null,
  deviceId: null,
  scope: null,
  resources: [],
  expiresAt: null,
});

const BEFORE = 'coalesce(nullif($1::bigint, 0), 9223372036854775807)';

/**
 * Reads the grants of a client by the index on client and id, and sorts them in its order. With only `client_id = …` the
 * planner would go through the grants of all clients, newest first, to find the few of one client.
 */
const CONDITIONS = {
  client: (value: string) => {
    const client = `(SELECT id FROM client WHERE client_id = ${value})`;
    return `AND (g.client_id, g.id) > (${client}, 0) AND (g.client_id, g.id) < (${client}, ${BEFORE})`;
  },
  account: (value: string) => `AND g.account_id = ${value}`,
} as const;
interface Row {
  id: Long;
  client_id: string;
  client_name: string;
  account_id: Long | null;
  account_name: string | null;
  device_id: string | null;
  token_type: TokenType;
  key_thumbprint: Buffer | null;
  scope: string | null;
  resources: string | null;
  created_at: Date;
  ends_at: Date | null;
  refreshed_at: Date | null;
  refreshed_from: string | null;
  generation: number;
}

/**
 * Lists and revokes active grants: of devices and applications that may act for an account, and of clients for
 * themselves. Inspects and revokes single tokens, which appear in no URL and no log.
 */
@Injectable()
export class Grants {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly inspection: TokenInspection,
    private readonly backchannel: BackchannelLogout,
    private readonly targets: Targets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Lists active grants, newest first. */
  async list({ client, account, after, limit = PAGE_LIMIT }: GrantQuery): Promise<ListPage<GrantView>> {
    const given = Object.entries({ client, account }).filter(([, value]) => value);
    const statement = listStatement(
      given.map(([name]) => name as keyof typeof CONDITIONS),
      limit + 1,
    );
    const values = [idIn(after), this.clock.now(), ...given.map(([, value]) => value)];
    const [found, named] = await Promise.all([
      this.database.query<Row>(statement, values),
      this.targets.named(),
    ]);
    const views = found.map((row) => ({ ...toView(row), resources: named(row.resources) }));
    return pageOf(views, limit, ({ grantId }) => [grantId]);
  }

  /** @throws ProblemError notFound, also for a grant that is no longer active */
  async end(grantId: string, by: Administrator): Promise<void> {
    const ends = Or(IsNull(), MoreThan(this.clock.now()));
    const alive = { id: grantId, revokedAt: IsNull(), endsAt: ends } satisfies FindOptionsWhere<TokenGrant>;
    const { manager } = this.database.dataSource;
    if (!isLong(grantId) || !(await manager.existsBy(TokenGrant, alive)))
      throw notFound(`active grant ${JSON.stringify(grantId)}`);
    await this.revoker.end(grantId, actorOf(by));
  }

  /** Revokes every grant of an account, and the authorizations at third parties that are still in progress. */
  async endAll(accountId: Long, by: Administrator): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId, 'NO KEY UPDATE'); // first, as wherever something of an account ends
      await this.backchannel.tellOfOthers(tx, accountId, null);
      await tx.delete(AdminSession, { accountId });
      await endOpenAuthorizations(tx, accountId);
      const ended = await this.revoker.endAllGrants(tx, accountId);
      await this.audit.record(doneBy(by, 'grant.ended', `account:${accountId}`, { ended }), tx);
    });
  }

  async inspectToken(pasted: string): Promise<TokenView> {
    const found = await this.inspection.inspect(tokenIn(pasted));
    if (!found) return UNKNOWN;
    const { target, ...told } = found;
    return { active: told.state === 'active', ...told, resources: (await this.targets.named())(target) };
  }

  /** Revokes an access token, or a refresh token with its grant. @throws ProblemError notFound */
  async revokeToken(pasted: string, by: Administrator): Promise<void> {
    const isEnded = await this.revoker.endToken(tokenIn(pasted), actorOf(by));
    if (!isEnded) throw notFound('such token: it was not issued here, or is no longer valid');
  }
}

/** The token without the scheme of an Authorization header, which may be pasted with it. */
function tokenIn(pasted: string): string {
  return pasted.trim().replace(/^(?:Authorization:\s*)?(?:Bearer|DPoP)\s+/i, '');
}

function listStatement(filters: readonly (keyof typeof CONDITIONS)[], rows: number): Statement {
  const conditions = filters.map((name, index) => CONDITIONS[name](`$${index + 3}`)).join(' ');
  return {
    name: UNNAMED,
    text: `SELECT g.id, c.client_id, c.name AS client_name, g.account_id, a.name AS account_name, g.device_id, g.token_type,
                  g.key_thumbprint, g.scope, g.resources, g.created_at, g.ends_at, g.refreshed_at, host(g.refreshed_from) AS refreshed_from, g.generation
             FROM token_grant g JOIN client c ON c.id = g.client_id LEFT JOIN account a ON a.id = g.account_id
            WHERE g.id < ${BEFORE} AND g.revoked_at IS NULL AND (g.ends_at IS NULL OR g.ends_at > $2)
              ${conditions} ORDER BY ${filters.includes('client') ? 'g.client_id DESC, ' : ''}g.id DESC LIMIT ${rows}`,
  };
}

function toView(row: Row): Omit<GrantView, 'resources'> {
  const { id: grantId, client_id: clientId, client_name: clientName, device_id: deviceId, scope } = row;
  const { account_id: accountId, account_name: accountName, token_type: tokenType } = row;
  const { created_at: createdAt, ends_at: expiresAt, generation } = row;
  const keyThumbprint = row.key_thumbprint?.toString('base64url') ?? null;
  const { refreshed_at: refreshedAt, refreshed_from: refreshedFrom } = row;
  return {
    grantId,
    clientId,
    clientName,
    accountId,
    accountName,
    deviceId,
    tokenType,
    keyThumbprint,
    scope,
    createdAt,
    expiresAt,
    refreshedAt,
    refreshedFrom,
    generation,
  };
}
