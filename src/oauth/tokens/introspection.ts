import { Injectable } from '@nestjs/common';
import { ClientDirectory } from '../clients/client-directory.js';
import { acrOf } from '../../identity/sessions/acr.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Caller, CallerClient, Strength } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import type { IntrospectionView } from './introspection.view.js';
import { requireClient } from './require-client.js';
import { RefreshStates } from './refresh-states.js';
import { TokenLookup } from './token-lookup.js';

const TYPES = { bearer: 'Bearer', dpop: 'DPoP', mac: 'mac', refresh: 'refresh_token' } as const;

interface Found {
  readonly tokenType: keyof typeof TYPES;
  /** The client that it was issued to. */
  readonly owner: CallerClient;
  readonly accountId: Long | null;
  readonly scope: string | null;
  readonly expiresAt: number;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly thumbprint: Buffer | null;
  /** How strong the account's sign-in was; absent: there is no account. */
  readonly strength?: Strength;
}

/** Describes tokens (RFC 7662): a client may ask about its own tokens, a privileged one about all. */
@Injectable()
export class Introspection {
  constructor(
    private readonly tokens: TokenLookup,
    private readonly clients: ClientDirectory,
    private readonly states: RefreshStates,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @throws CallError clientRequired for a client that sent its id without a secret (RFC 7662 §2.1) */
  async look(caller: Caller, token: string): Promise<IntrospectionView> {
    const client = requireClient(caller);
    if (caller.scheme === 'public') throw new CallError(Errors.clientRequired);
    const found = (await this.findAccessToken(token)) ?? (await this.findRefreshToken(token));
    if (!found || found.expiresAt <= this.clock.millis() || !mayLook(client, found.owner))
      return { active: false };
    return {
      active: true,
      scope: found.scope ?? undefined, // JSON leaves out undefined values
      client_id: found.owner.clientId,
      token_type: TYPES[found.tokenType],
      exp: Math.floor(found.expiresAt / SECOND),
      sub: found.accountId ?? undefined,
      cnf: found.thumbprint ? { jkt: found.thumbprint.toString('base64url') } : undefined,
      ...signInOf(found.strength),
      iss: this.config.publicUrl,
      aud: this.config.publicUrl,
    };
  }

  private async findRefreshToken(token: string): Promise<Found | null> {
    const state = await this.states.find(token);
    if (state?.age !== 'current' || state.is_revoked || state.is_disabled) return null;
    const { account_id: accountId, scope, ends_at: expiresAt } = state;
    const owner = await this.clients.findById(state.client_id);
    if (owner === null || this.states.isOver(state, owner)) return null;
    const { methods, auth_time: authTime, key_thumbprint: thumbprint } = state;
    const at = authTime?.getTime() ?? null;
    const strength = accountId === null ? undefined : { acr: acrOf(methodsIn(methods)), at };
    return { tokenType: 'refresh', owner, accountId, scope, expiresAt, thumbprint, strength };
  }

  /** An access token that is not over. */
  private async findAccessToken(token: string): Promise<Found | null> {
    const found = await this.tokens.find(token);
    if (!found || found.clientId === null) return null;
    const owner = await this.clients.findById(found.clientId);
    if (owner === null) return null;
    const { said, accountId, scope, strength } = found;
    const { tokenType, expiresAt, thumbprint } = said;
    return { tokenType, owner, accountId, scope, expiresAt, thumbprint, strength };
  }
}

/** RFC 9470 §6.2; of a user whom somebody else vouched for, nothing is known. */
function signInOf(strength: Strength | undefined): Pick<IntrospectionView, 'acr' | 'auth_time'> {
  const { acr = null, at = null } = strength ?? {};
  return at === null ? {} : { acr: acr ?? undefined, auth_time: Math.floor(at / SECOND) };
}

function mayLook(client: CallerClient, owner: CallerClient): boolean {
  return owner.id === client.id || client.isPrivileged;
}
