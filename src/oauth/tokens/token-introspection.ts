import { Injectable } from '@nestjs/common';
import { acrOf } from '../../identity/sessions/acr.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller, CallerClient, Strength } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { SignedAnswer } from '../../platform/operations/signed-answer.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { ClientDirectory } from '../clients/client-directory.js';
import type { ResourceSet } from '../resources/known-resources.js';
import type { IntrospectionView } from './introspection.view.js';
import { JwtAccessTokens } from './jwt-access-tokens.js';
import { RefreshStates } from './refresh-states.js';
import { requireClient } from './require-client.js';
import { isOwnScope } from './scope.js';
import { numbersIn, THIS_SERVER } from './target.js';
import { Targets } from './targets.js';
import { TokenLookup, type KnownToken } from './token-lookup.js';

const TYPES = { bearer: 'Bearer', dpop: 'DPoP', mac: 'mac', refresh: 'refresh_token' } as const;
const INACTIVE: IntrospectionView = Object.freeze({ active: false });
/** RFC 9701 §5. */
export const SIGNED_INTROSPECTION = 'application/token-introspection+jwt';
const SIGNED_TYPE = 'token-introspection+jwt';

/** A token that works. */
interface Found {
  readonly tokenType: keyof typeof TYPES;
  /** The client that it was issued to. */
  readonly owner: CallerClient;
  readonly accountId: Long | null;
  readonly scope: string | null;
  /** The numbers of the resources that it is for; `THIS_SERVER` may be among them. */
  readonly numbers: readonly Long[];
  readonly expiresAt: number;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly thumbprint: Buffer | null;
  /** How strong the account's sign-in was; absent: there is no account. */
  readonly strength?: Strength;
}

/** Tells clients of tokens that work (RFC 7662), and resource servers only of theirs (D403). */
@Injectable()
export class TokenIntrospection {
  constructor(
    private readonly tokens: TokenLookup,
    private readonly states: RefreshStates,
    private readonly clients: ClientDirectory,
    private readonly targets: Targets,
    private readonly jwts: JwtAccessTokens,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * A client may ask about its own tokens, a privileged one about all; one that is tied to resources about the access tokens
   * for these, of any client, and about no others.
   * @param accept the header: where it asks for a JWT, it gets one (RFC 9701)
   * @throws CallError clientRequired for a client that sent its id without a secret (RFC 7662 §2.1)
   */
  async introspect(
    caller: Caller,
    token: string,
    accept: string | undefined,
  ): Promise<IntrospectionView | SignedAnswer> {
    const client = requireClient(caller);
    if (caller.scheme === 'public') throw new CallError(Errors.clientRequired);
    const known = await this.targets.resources();
    const found = (await this.findAccessToken(token)) ?? (await this.findRefreshToken(token));
    const isOver = !found || found.expiresAt <= this.clock.millis();
    const view = isOver ? INACTIVE : this.viewFor(client, found, known);
    return asksForJwt(accept) ? this.sign(client, view, known) : view;
  }

  private viewFor(client: CallerClient, found: Found, known: ResourceSet): IntrospectionView {
    const { owner, accountId, thumbprint } = found;
    const tied = known.tiedTo(client);
    const numbers = found.numbers.filter((number) => (tied ? tied.has(number) : this.isThere(number, known)));
    const mayLook = tied ? found.tokenType !== 'refresh' : owner.id === client.id || client.isPrivileged;
    if (!mayLook || numbers.length === 0) return INACTIVE;
    const audience = numbers.map((number) => known.find(number)?.identifier ?? this.config.publicUrl);
    return {
      active: true,
      scope: tied ? scopeOfResources(found.scope, numbers, known) : (found.scope ?? undefined), // JSON leaves out undefined values
      client_id: owner.clientId,
      token_type: TYPES[found.tokenType],
      exp: Math.floor(found.expiresAt / SECOND),
      sub: accountId ?? undefined,
      cnf: thumbprint ? { jkt: thumbprint.toString('base64url') } : undefined,
      ...signInOf(found.strength),
      iss: this.config.publicUrl,
      aud: audience.length === 1 ? audience[0] : audience,
    };
  }

  /** A resource that was deleted is nobody's audience, also where another has its identifier by now. */
  private isThere(number: Long, known: ResourceSet): boolean {
    return number === THIS_SERVER || known.find(number) !== undefined;
  }

  /** The answer as a JWT only for the caller (RFC 9701 §5). */
  private async sign(
    client: CallerClient,
    view: IntrospectionView,
    known: ResourceSet,
  ): Promise<SignedAnswer> {
    const [tied] = [...(known.tiedTo(client) ?? [])].map((number) => known.find(number));
    const alg = tied?.signingAlg ?? client.idTokenSigningAlg;
    const claims = {
      iss: this.config.publicUrl,
      aud: client.clientId,
      iat: Math.floor(this.clock.millis() / SECOND),
      token_introspection: view,
    };
    return new SignedAnswer(SIGNED_INTROSPECTION, await this.jwts.sign({ alg, claims }, SIGNED_TYPE));
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
    const numbers = numbersIn(state.resources);
    return { tokenType: 'refresh', owner, accountId, scope, numbers, expiresAt, thumbprint, strength };
  }

  /** An access token that is not over. */
  private async findAccessToken(token: string): Promise<Found | null> {
    const found = (await this.tokens.find(token)) ?? (await this.findJwt(token));
    if (!found || found.clientId === null) return null;
    const owner = await this.clients.findById(found.clientId);
    if (owner === null) return null;
    const { said, accountId, scope, strength } = found;
    const { tokenType, expiresAt, thumbprint } = said;
    const numbers = said.target?.numbers ?? [THIS_SERVER];
    return { tokenType, owner, accountId, scope, numbers, expiresAt, thumbprint, strength };
  }

  private async findJwt(token: string): Promise<KnownToken | null> {
    const said = await this.jwts.read(token);
    return said && this.tokens.findRead(token, said);
  }
}

function asksForJwt(accept = ''): boolean {
  return accept
    .split(',')
    .some((range) => range.split(';', 1)[0].trim().toLowerCase() === SIGNED_INTROSPECTION);
}

/** What these resources define of it; what else the token has is none of their business. */
function scopeOfResources(
  scope: string | null,
  numbers: readonly Long[],
  known: ResourceSet,
): string | undefined {
  const defined = new Set(
    numbers.flatMap((number) => known.find(number)?.scopes.map(({ name }) => name) ?? []),
  );
  const names = (scope ?? '').split(' ').filter((name) => !isOwnScope(name) && defined.has(name));
  return names.join(' ') || undefined;
}

/** RFC 9470 §6.2; nothing is known of a sign-in for which a partner vouched. */
function signInOf(strength: Strength | undefined): Pick<IntrospectionView, 'acr' | 'auth_time'> {
  const { acr = null, at = null } = strength ?? {};
  return at === null ? {} : { acr: acr ?? undefined, auth_time: Math.floor(at / SECOND) };
}
