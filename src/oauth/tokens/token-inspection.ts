import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import { Clock } from '../../platform/security/clock.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { readAccessToken, type AccessTokenType, type ReadAccessToken } from './format/access-token.js';
import { readRefreshToken, type ReadRefreshToken } from './format/refresh-token.js';
import { NOT_NARROWED, scopeOf } from './format/scope-bits.js';
import { TokenKeys } from './format/token-keys.js';
import { JwtAccessTokens } from './jwt-access-tokens.js';
import { RefreshStates } from './refresh-states.js';
import type { TokenType } from './token-grant.entity.js';

const FIND = {
  name: 'token-inspection',
  text: `SELECT g.anchor, g.token_type, g.device_id, g.scope, g.resources, g.account_id, g.revoked_at, g.ends_at,
                ${epochMillis('g.valid_from')} AS valid_from, c.client_id, a.status AS account_status, c.is_disabled,
                EXISTS (SELECT FROM ended_token e WHERE e.grant_id = g.id AND e.issue = $2 AND e.scope = $3) AS is_ended
           FROM token_grant g JOIN client c ON c.id = g.client_id LEFT JOIN account a ON a.id = g.account_id
          WHERE g.id = $1`,
};

interface Row {
  readonly anchor: Buffer | null;
  readonly token_type: TokenType;
  readonly device_id: string | null;
  readonly scope: string | null;
  readonly resources: string | null;
  readonly account_id: Long | null;
  readonly revoked_at: Date | null;
  readonly ends_at: Date | null;
  /** Milliseconds since the epoch. */
  readonly valid_from: number | null;
  readonly client_id: string;
  readonly account_status: string | null;
  readonly is_disabled: boolean;
  readonly is_ended: boolean;
}

/** Whether a token works, and if not, why. */
export type TokenState = 'active' | 'expired' | 'revoked' | 'spent' | 'accountClosed' | 'clientDisabled';

/** The description of a token. */
interface InspectedToken {
  readonly kind: 'access' | 'refresh';
  readonly state: TokenState;
  readonly tokenType: AccessTokenType;
  readonly grantId: Long;
  readonly clientId: string;
  /** null: the client's own grant. */
  readonly accountId: Long | null;
  readonly deviceId: string | null;
  readonly scope: string | null;
  /** What it is for, as rows have it; null: only this server. */
  readonly target: string | null;
  readonly expiresAt: Date;
}

/** Describes tokens to support staff, past ones too, of which introspection tells nobody. */
@Injectable()
export class TokenInspection {
  constructor(
    private readonly database: Database,
    private readonly keys: TokenKeys,
    private readonly states: RefreshStates,
    private readonly clients: ClientDirectory,
    private readonly jwts: JwtAccessTokens,
    private readonly clock: Clock,
  ) {}

  /** @returns null: never issued here, or ended so long ago that its grant was cleaned up */
  async inspect(plain: string): Promise<InspectedToken | null> {
    const access = readAccessToken(this.keys, plain) ?? (await this.jwts.read(plain));
    if (access) return this.inspectAccess(access);
    const refresh = readRefreshToken(this.keys, plain);
    return refresh && this.inspectRefresh(refresh);
  }

  private async inspectAccess(token: ReadAccessToken): Promise<InspectedToken | null> {
    const { grantId, issue, scope, target, anchor, tokenType, issuedAt } = token;
    const row = await this.find(anchor === null ? null : Buffer.from(anchor, 'hex'), [grantId, issue, scope]);
    if (row === null) return null;
    const expiresAt = new Date(token.expiresAt);
    const isEnded = row.is_ended || (row.valid_from !== null && issuedAt <= row.valid_from);
    const state = isEnded ? 'revoked' : this.stateOf(row, expiresAt <= this.clock.now());
    const of = { kind: 'access', state, tokenType, grantId, expiresAt } as const;
    return {
      ...of,
      ...shown(row),
      scope: target?.scope ?? (scope === NOT_NARROWED ? row.scope : scopeOf(scope)),
      target: target?.numbers.join(' ') ?? null,
    };
  }

  private async inspectRefresh(token: ReadRefreshToken): Promise<InspectedToken | null> {
    const { grantId, anchor } = token;
    const row = await this.find(anchor, [grantId, 0, 0]);
    const known = await this.states.of(token);
    if (!row?.ends_at || known === null || known.age === 'unknowable') return null;
    const expiresAt = row.ends_at;
    const isSpent = known.age === 'spent' && row.revoked_at === null;
    const client = await this.clients.findById(known.client_id);
    const isOver = client ? this.states.isOver(known, client) : expiresAt <= this.clock.now();
    const state = isSpent ? 'spent' : this.stateOf(row, isOver);
    return {
      kind: 'refresh',
      state,
      tokenType: row.token_type,
      grantId,
      expiresAt,
      ...shown(row),
      target: row.resources,
    };
  }

  /**
   * null: it is not of that grant.
   * @param anchor null: its signature proves that it is
   */
  private async find(anchor: Buffer | null, values: unknown[]): Promise<Row | null> {
    const [row] = await this.database.query<Row & Record<string, unknown>>(FIND, values);
    return row?.anchor && (anchor === null || isSameDigest(row.anchor, anchor)) ? row : null;
  }

  private stateOf(row: Row, isOver: boolean): TokenState {
    if (row.revoked_at !== null) return 'revoked';
    if (isOver) return 'expired';
    if (row.is_disabled) return 'clientDisabled';
    return row.account_id !== null && row.account_status !== 'active' ? 'accountClosed' : 'active';
  }
}

function shown(row: Row): Pick<InspectedToken, 'clientId' | 'accountId' | 'deviceId' | 'scope'> {
  const { client_id: clientId, account_id: accountId, device_id: deviceId, scope } = row;
  return { clientId, accountId, deviceId, scope };
}
