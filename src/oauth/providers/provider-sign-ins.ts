import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import * as openid from 'openid-client';
import { normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { OPAQUE, PRINTABLE } from '../../platform/operations/text-rules.js';
import { MINUTE } from '../../platform/security/clock.js';
import { OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { ProviderClients } from './provider-clients.js';
import { ProviderStore } from './provider-store.js';
import { ProviderVisits, type Journey, type Purpose } from './provider-visits.js';

/** The browser that begins or comes back, and its address. */
export interface Traveller {
  readonly browser: Buffer;
  readonly address: string;
}

/**
 * Why nobody was signed in. over: unknown, used, expired or another browser's `state`; cancelled: there, by the user;
 * failed: the provider refused or its answer is wrong; unavailable: it did not answer.
 */
type ProviderProblem = 'over' | 'cancelled' | 'failed' | 'unavailable';

/** A user whom the provider vouches for. */
export interface Arrival {
  readonly provider: IdentityProvider;
  readonly purpose: Purpose;
  readonly subject: string;
  /** The address that the provider has verified, normalized; null: it told none. */
  readonly email: string | null;
  /** That address, else the `sub`: anything else its user may have chosen, to look like another one (D313). */
  readonly label: string;
  /** The given name, else the whole; null: it told none that may stand here. */
  readonly name: string | null;
  /** All of its id_token, and how that is signed. */
  readonly claims: openid.IDToken;
  readonly algorithm: string;
}

export interface ProviderRefusal {
  readonly problem: ProviderProblem;
  /** null: not even that is known. */
  readonly provider: IdentityProvider | null;
  readonly purpose: Purpose | null;
  /** For the audit. */
  readonly reason: string;
  readonly cause?: unknown;
}

const NAME_LONGEST = 255;
const SUBJECT_SHOWN = 12;
/** Makes the provider ask for a new sign-in. */
const ASKED_ANEW = { prompt: 'login', max_age: '0' };
/** How far a provider's clock may be off. */
const CLOCKS_MS = MINUTE;

/** Sends browsers to a provider, and judges what they bring back: authorization code with PKCE (D258). */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly store: ProviderStore,
    private readonly clients: ProviderClients,
    private readonly visits: ProviderVisits,
    private readonly budgets: Budgets,
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {}

  /**
   * @returns the address at the provider, or the problem; null: there is no such provider
   * @throws BudgetSpent
   */
  async begin(
    id: string,
    purpose: Purpose,
    { browser, address }: Traveller,
  ): Promise<{ readonly to: string } | ProviderRefusal | null> {
    const provider = await this.store.find(id);
    if (!provider || !isOpenFor(provider, purpose)) return null;
    await this.budgets.spend('providerVisits', { address });
    let configuration: openid.Configuration;
    try {
      configuration = await this.clients.of(provider);
    } catch (cause) {
      return this.refusal(provider, purpose, cause);
    }
    const [nonce, codeVerifier] = [openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const journey: Journey = { step: 'away', purpose, nonce, codeVerifier };
    const state = await this.visits.begin(id, browser, journey);
    const to = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri(id),
      scope: [...new Set(['openid', ...provider.scopes])].join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(purpose.kind === 'confirm' && ASKED_ANEW),
    });
    return { to: to.href };
  }

  /**
   * Takes the browser's `state`, which is used up whatever comes of it, and exchanges its code.
   * @param query of the request, with its `?`
   */
  async finish(id: string, query: string, browsers: readonly Buffer[]): Promise<Arrival | ProviderRefusal> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const visit = await this.visits.find<Journey>(state, 'away', browsers);
    const nobody = { problem: 'over', provider: null, purpose: null, reason: 'unknown state' } as const;
    if (!visit || !(await this.visits.take(state))) return nobody;
    const { purpose, nonce, codeVerifier } = visit.data;
    const provider = await this.store.find(visit.providerId);
    if (!provider || !isOpenFor(provider, purpose)) return nobody;
    if (visit.providerId !== id)
      return { problem: 'failed', provider, purpose, reason: 'came back as from another provider' };
    try {
      const tokens = await openid.authorizationCodeGrant(
        await this.clients.of(provider),
        new URL(`${this.redirectUri(id)}${query}`),
        { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      );
      const claims = tokens.claims() as openid.IDToken;
      if (purpose.kind === 'confirm' && isOlder(claims, visit.createdAt))
        return { problem: 'failed', provider, purpose, reason: 'it did not ask its user anew' };
      return arrivalOf(provider, purpose, { claims, algorithm: algorithmOf(tokens.id_token) });
    } catch (cause) {
      return this.refusal(provider, purpose, cause);
    }
  }

  /** Where the provider sends browsers back to. */
  redirectUri(id: string): string {
    return `${this.config.publicUrl}/sign-in/provider/${id}/callback`;
  }

  private refusal(provider: IdentityProvider, purpose: Purpose, cause: unknown): ProviderRefusal {
    const problem = problemOf(cause);
    const reason = reasonOf(cause);
    if (problem !== 'cancelled')
      this.log.pino.warn(
        { provider: provider.id, reason },
        'nobody can be signed in by this provider just now',
      );
    return { problem, provider, purpose, reason, cause };
  }
}

/** An administrator can try a provider before it is offered. */
function isOpenFor({ isEnabled }: IdentityProvider, { kind }: Purpose): boolean {
  return isEnabled || kind === 'try';
}

/** Whether the user signed in there before this visit began: a provider that was asked for `max_age` must say when (D295). */
function isOlder({ auth_time: at = 0 }: openid.IDToken, began: Date): boolean {
  return at * 1000 < began.getTime() - CLOCKS_MS;
}

function arrivalOf(
  provider: IdentityProvider,
  purpose: Purpose,
  token: Pick<Arrival, 'claims' | 'algorithm'>,
): Arrival | ProviderRefusal {
  const { claims } = token;
  const { sub: subject } = claims;
  if (!OPAQUE.regex.test(subject))
    return { problem: 'failed', provider, purpose, reason: 'a sub that can’t be kept' };
  const { email: told, email_verified: isVerified } = claims;
  const verified = (isVerified === true || isVerified === 'true') && isName(told) ? told : null; // some send the word
  const email = verified === null ? null : normalizeIdentifier('Email', verified);
  const label = verified ?? shortened(subject);
  const name = [claims.given_name, claims.name].find(isName) ?? null;
  return { provider, purpose, subject, email, label, name, ...token };
}

/** Enough of a `sub` to tell two apart. */
function shortened(subject: string): string {
  return subject.length <= SUBJECT_SHOWN ? subject : `${subject.slice(0, SUBJECT_SHOWN)}…`;
}

/** The algorithm of a token that was verified. */
function algorithmOf(idToken = ''): string {
  return decodeProtectedHeader(idToken).alg ?? 'none';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= NAME_LONGEST && PRINTABLE.regex.test(value);
}

function problemOf(cause: unknown): ProviderProblem {
  if (cause instanceof openid.AuthorizationResponseError)
    return cause.error === 'access_denied' ? 'cancelled' : 'failed';
  const outside = causesOf(cause).find((each) => each instanceof OutsideFetchError);
  return outside && outside.status === undefined ? 'unavailable' : 'failed';
}

/** One line without anything that was sent. */
function reasonOf(cause: unknown): string {
  if (cause instanceof openid.AuthorizationResponseError) return 'it answered an error';
  const all = causesOf(cause);
  const outside = all.find((each) => each instanceof OutsideFetchError);
  return (outside ?? all.at(0))?.message ?? 'no reason';
}

export function causesOf(cause: unknown): Error[] {
  return cause instanceof Error ? [cause, ...causesOf(cause.cause)] : [];
}
