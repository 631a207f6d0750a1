import { Injectable } from '@nestjs/common';
import { ClientDirectory } from '../clients/client-directory.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { IntrospectionView } from './introspection.view.js';
import { requireClient } from './require-client.js';
import { TokenLookup } from './token-lookup.js';

const FIND_REFRESH_TOKEN = {
  name: 'refresh-token-introspect',
  text: `SELECT r.expires_at, g.client_id, g.account_id, g.scope
           FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id LEFT JOIN account a ON a.id = g.account_id
          WHERE r.digest = $1 AND r.spent_at IS NULL AND g.revoked_at IS NULL
            AND (g.account_id IS NULL OR a.status = 'active')`,
};

interface RefreshRow {
  expires_at: Date;
  client_id: Long;
  account_id: Long | null;
  scope: string | null;
}

const TYPES = { bearer: 'Bearer', mac: 'mac', refresh: 'refresh_token' } as const;

interface Found {
  readonly tokenType: keyof typeof TYPES;
  readonly clientId: Long;
  readonly accountId: Long | null;
  readonly scope: string | null;
  readonly expiresAt: number;
}

/** Describes tokens (RFC 7662): a client may ask about its own tokens, a privileged one about all. */
@Injectable()
export class Introspection {
  constructor(
    private readonly tokens: TokenLookup,
    private readonly clients: ClientDirectory,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @throws CallError clientRequired for a client that sent its id without a secret (RFC 7662 §2.1) */
  async look(caller: Caller, token: string): Promise<IntrospectionView> {
    const client = requireClient(caller);
    if (caller.scheme === 'public') throw new CallError(Errors.clientRequired);
    const found = (await this.tokens.find(token)) ?? (await this.findRefreshToken(token));
    if (!found || found.expiresAt <= this.clock.millis()) return { active: false };
    const owner = await this.clients.findById(found.clientId);
    if (!owner || !mayLook(client, owner)) return { active: false };
    return {
      active: true,
      scope: found.scope ?? undefined, // JSON leaves out undefined values
      client_id: owner.clientId,
      token_type: TYPES[found.tokenType],
      exp: Math.floor(found.expiresAt / SECOND),
      sub: found.accountId ?? undefined,
      iss: this.config.publicUrl,
    };
  }

  private async findRefreshToken(token: string): Promise<Found | null> {
    const [row] = await this.database.query<RefreshRow>(FIND_REFRESH_TOKEN, [digestOf(token)]);
    if (!row) return null;
    const { client_id: clientId, account_id: accountId, scope, expires_at: expiresAt } = row;
    return { tokenType: 'refresh', clientId, accountId, scope, expiresAt: expiresAt.getTime() };
  }
}

function mayLook(client: CallerClient, owner: CallerClient): boolean {
  return owner.id === client.id || client.isPrivileged;
}
