import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { In, type Repository } from 'typeorm';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { sessionProofsOf } from '../../identity/sessions/session-proofs.js';
import { PROVEN_MS } from '../../identity/sign-ins/held-rank.js';
import { Database } from '../../platform/database/database.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets, type Spender } from '../../platform/throttle/budgets.js';
import { scopesOf, usefulScopes, type Scope } from '../tokens/scope.js';
import { AskedStrength } from './asked-strength.js';
import { AuthorizationContext } from './authorization-context.entity.js';
import type { AuthorizeRequest } from './authorize-request.js';
import type { ChallengeUser } from './challenge-user.js';
import { NO_BROWSER } from '../../identity/sign-ins/browser-cookie.js';

/** Where its pages are. */
export const CHALLENGE_PATH = '/challenge?';

const CONTEXT_LIFETIME_MS = 10 * MINUTE; // D58

/** An open challenge: the request and the client that made it. */
export interface Challenge {
  readonly context: AuthorizationContext;
  readonly client: KnownClient;
  /** The scopes that the user is asked for: what the client's ruleset allows, narrowed to the requested scope. */
  readonly scopes: readonly Scope[];
}

/** What clients ask for at `/authorize`, until it is decided (§3.3, D58). */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
    readonly strength: AskedStrength,
  ) {}

  /**
   * @returns the session id in the challenge's URL
   * @throws BudgetSpent
   */
  async begin(
    client: KnownClient,
    request: AuthorizeRequest,
    browser: Buffer,
    spender: Spender,
  ): Promise<string> {
    await this.budgets.spend('authorizations', spender);
    const sessionId = randomSecret();
    await this.contexts.insert({
      digest: digestOf(sessionId),
      browserDigest: browser,
      clientId: client.id,
      ...request,
      accountId: null,
      signedInAt: null,
      methods: null,
      sid: null,
      expiresAt: new Date(this.clock.millis() + CONTEXT_LIFETIME_MS),
    });
    return sessionId;
  }

  /**
   * null when it has expired, never existed, or is another browser's.
   * @param opened where given, a context of no browser yet becomes this one's, by the mark that it returns
   */
  async find(
    sessionId: string,
    browsers: readonly Buffer[],
    opened?: () => Buffer,
  ): Promise<Challenge | null> {
    const digest = digestOf(sessionId);
    const context = await this.contexts.findOneBy({ digest });
    if (!context || context.expiresAt <= this.clock.now()) return null;
    const client = await this.clients.findById(context.clientId);
    if (!client) return null;
    const isOwn = browsers.some((browser) => context.browserDigest.equals(browser));
    if (!isOwn && !(opened && (await this.claim(context, client, opened)))) return null;
    return { context, client, scopes: this.scopesFor(context.scope, client) };
  }

  /** If two browsers come at once, one gets it. */
  private async claim(
    { digest, browserDigest }: AuthorizationContext,
    { profile }: KnownClient,
    opened: () => Buffer,
  ): Promise<boolean> {
    if (profile === 'strict' || !browserDigest.equals(NO_BROWSER)) return false;
    const mine = opened();
    const { affected } = await this.contexts.update(
      { digest, browserDigest: NO_BROWSER },
      { browserDigest: mine },
    );
    // The same browser may have opened it twice at once.
    return affected === 1 || (await this.contexts.existsBy({ digest, browserDigest: mine }));
  }

  /** The requested scopes that the client may use. */
  scopesFor(scope: string | null, client: KnownClient): readonly Scope[] {
    return scope === null ? scopesOf(client) : usefulScopes(scope, client);
  }

  /** Whether who allows something new signed in lately, or showed again who it is (D253). The session is loaded. */
  isProven({ accountId, at }: ChallengeUser, visit: Visit): boolean {
    const shown = pageAccountOf(visit) === accountId ? Object.values(sessionProofsOf(visit)) : [];
    return Math.max(at?.getTime() ?? 0, ...shown) > this.clock.millis() - PROVEN_MS;
  }

  /**
   * Whether the request asks for a newer sign-in than the one at `at` (OpenID Connect Core §3.1.2.1: prompt, max_age).
   */
  isNewSignInAsked(
    { prompt, maxAge }: Pick<AuthorizeRequest, 'prompt' | 'maxAge'>,
    at: Date | null,
  ): boolean {
    const prompts = prompt?.split(' ') ?? [];
    if (prompts.includes('login') || prompts.includes('select_account')) return true;
    if (maxAge === null) return false;
    return at === null || this.clock.millis() - at.getTime() > maxAge * SECOND;
  }

  /** The same by the path of its pages; null: it is the path of something else. */
  async findAt(path: string, browsers: readonly Buffer[]): Promise<Challenge | null> {
    if (!path.startsWith(CHALLENGE_PATH)) return null;
    const sessionId = new URLSearchParams(path.slice(CHALLENGE_PATH.length)).get('session_id') ?? '';
    return this.find(sessionId, browsers);
  }

  /** @throws SignInRequired when the session has ended meanwhile */
  async signedIn({ context }: Challenge, who: SignedIn): Promise<void> {
    const { accountId, at: signedInAt, methods, sid } = who;
    const change = { accountId, signedInAt, methods: [...methods], sid };
    await this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, who, 'SHARE');
      await tx.update(AuthorizationContext, { digest: context.digest }, { ...change, signInId });
    });
  }

  /** Ends everything that this browser began. */
  async endAll(browsers: readonly Buffer[]): Promise<void> {
    if (browsers.length === 0) return;
    await this.contexts.delete({ browserDigest: In([...browsers]) });
  }

  private get contexts(): Repository<AuthorizationContext> {
    return this.database.dataSource.getRepository(AuthorizationContext);
  }
}
