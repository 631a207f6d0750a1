import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { TokenType } from './token-grant.entity.js';

const OF_GRANT = `g.id AS grant_id, g.token_type, g.device_id, g.scope, g.account_id, g.revoked_at, c.client_id,
  a.status AS account_status, c.is_disabled`;
const FROM_GRANT = `JOIN token_grant g ON g.id = t.grant_id JOIN client c ON c.id = g.client_id
  LEFT JOIN account a ON a.id = g.account_id WHERE t.digest = $1`;
const FIND = {
  name: 'token-inspection',
  text: `SELECT 'access' AS kind, t.expires_at, NULL::timestamptz AS spent_at, ${OF_GRANT} FROM access_token t ${FROM_GRANT}
         UNION ALL
         SELECT 'refresh', t.expires_at, t.spent_at, ${OF_GRANT} FROM refresh_token t ${FROM_GRANT}`,
};

interface Row {
  kind: 'access' | 'refresh';
  expires_at: Date;
  spent_at: Date | null;
  grant_id: Long;
  token_type: TokenType;
  device_id: string | null;
  scope: string | null;
  account_id: Long | null;
  revoked_at: Date | null;
  client_id: string;
  account_status: string | null;
  is_disabled: boolean;
}

/** Whether a token works, and if not, why. */
export type TokenState = 'active' | 'expired' | 'revoked' | 'spent' | 'accountClosed' | 'clientDisabled';

/** The description of a token. */
export interface InspectedToken {
  readonly kind: 'access' | 'refresh';
  readonly state: TokenState;
  readonly tokenType: TokenType;
  readonly grantId: Long;
  readonly clientId: string;
  /** null: the client's own grant. */
  readonly accountId: Long | null;
  readonly deviceId: string | null;
  readonly scope: string | null;
  readonly expiresAt: Date;
}

/** Describes tokens for support staff, including past ones, which introspection tells nobody about (RFC 7662). */
@Injectable()
export class TokenInspection {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns null: never issued here, or ended so long ago that it was cleaned up */
  async inspect(token: string): Promise<InspectedToken | null> {
    const [row] = await this.database.query<Row>(FIND, [digestOf(token)]);
    if (!row) return null;
    const { kind, token_type: tokenType, grant_id: grantId, client_id: clientId } = row;
    const { account_id: accountId, device_id: deviceId, scope, expires_at: expiresAt } = row;
    const state = this.stateOf(row);
    return { kind, state, tokenType, grantId, clientId, accountId, deviceId, scope, expiresAt };
  }

  private stateOf(row: Row): TokenState {
    if (row.revoked_at !== null) return 'revoked';
    if (row.spent_at !== null) return 'spent';
    if (row.expires_at <= this.clock.now()) return 'expired';
    if (row.is_disabled) return 'clientDisabled';
    return row.account_id !== null && row.account_status !== 'active' ? 'accountClosed' : 'active';
  }
}
