import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { In, type Repository } from 'typeorm';
import type { KnownClient } from '../clients/client-directory.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { acrOf, isAcr, PASSWORD_ACR, rankOf, reaches, type Acr } from '../../identity/sessions/acr.js';
import { SecondFactor } from '../../identity/sessions/second-factor.js';
import { SignIn, type SignedIn } from '../../identity/sessions/sign-in.js';
import type { Onward } from '../../identity/sessions/authentication.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { pageAccountOf } from '../../identity/sessions/current-session.js';
import { sessionProofsOf } from '../../identity/sessions/session-proofs.js';
import { PROVEN_MS } from '../../identity/sign-ins/held-rank.js';
import { Database } from '../../platform/database/database.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { Budgets, type Spender } from '../../platform/throttle/budgets.js';
import type { ClaimsAsked } from '../tokens/requested-claims.js';
import { DocumentClients, ownerOf } from '../documents/document-clients.js';
import { Targets } from '../tokens/targets.js';
import { askedScopesOf, type AskedScopes } from '../consent/asked-scopes.js';
import { AuthorizationContext } from './authorization-context.entity.js';
import { isAcrEssential } from './asked-acrs.js';
import type { AuthorizeRequest } from './authorize-request.js';
import type { ChallengeUser } from './challenge-user.js';
import {
  browserDigests,
  ensureBrowser,
  isBrowser,
  UNOPENED,
} from '../../identity/sign-ins/browser-cookie.js';

/** Where its pages are. */
export const CHALLENGE_PATH = '/challenge?';

const CONTEXT_LIFETIME_MS = 10 * MINUTE; // D58

/** An open challenge: the request and the client that made it. */
export interface Challenge extends AskedScopes {
  readonly context: AuthorizationContext;
  readonly client: KnownClient;
}

/**
 * What a sign-in lacks of what a client asks for. nothing: it is strong enough, or as strong as it gets and that was a
 * wish. password, second: what has to be given first. unmet: it was more than a wish, and can't be.
 */
type Lack = 'nothing' | 'password' | 'second' | 'unmet';

type Asked = Pick<AuthorizeRequest, 'acrValues' | 'isAcrNeeded'>;
type Who = Pick<SignedIn, 'accountId' | 'methods'>;

/** What clients ask for at `/authorize`, until it is decided (§3.3, D58). */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentClients,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
    private readonly factor: SecondFactor,
    private readonly signIn: SignIn,
    private readonly config: AppConfig,
    private readonly targets: Targets,
  ) {}

  /**
   * Begins an authorization (§3.3 B, D202).
   * @returns the address of the challenge
   * @throws BudgetSpent
   */
  async begin(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<string> {
    const sessionId = await this.begun(visit, asked, client);
    return `${this.addressFor(visit)}/challenge?session_id=${sessionId}`;
  }

  /** PUBLIC_URL; the address that a browser came by, if another: its cookie is there. */
  private addressFor(visit: Visit): string {
    const { publicUrl } = this.config;
    const { host, isEncrypted } = visit.exchange.origin;
    const text = `${isEncrypted ? 'https' : 'http'}://${host}`;
    const asked = new URL(URL.canParse(text) ? text : publicUrl);
    const isElsewhere = asked.host !== new URL(publicUrl).host && asked.pathname === '/';
    return isElsewhere && isBrowser(visit) ? asked.origin : publicUrl;
  }

  /**
   * Returns the session id in the challenge's URL. The context is charged to the client's budget if it begins in a network of its servers, else to the network's. A
   * signed-in user has a budget of their own once others have spent the network's.
   */
  private async begun(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<string> {
    const { address } = visit;
    // A server that begins hands the address on (§3.3 B): the browser that opens it first is the one (D202).
    const isOpen = !profileRulesOf(client).bindsBrowser && !isBrowser(visit);
    const browser = isOpen ? UNOPENED : ensureBrowser(visit);
    if (isInNetworks(address, client.serverNetworks))
      return this.store(client, asked, browser, { address, client });
    try {
      return await this.store(client, asked, browser, { address });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      const who = await this.signIn.current(visit);
      if (who === null) throw cause;
      const { accountId } = who;
      return this.store(client, asked, browser, { address, accountId });
    }
  }

  private async store(
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
      ...ownerOf(client),
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
  async find(visit: Visit, sessionId: string, opened?: () => Buffer): Promise<Challenge | null> {
    const digest = digestOf(sessionId);
    const context = await this.contexts.findOneBy({ digest });
    if (!context || context.expiresAt <= this.clock.now()) return null;
    const client = await this.documents.findOwner(context, visit.address);
    if (!client) return null;
    const isOwn = browserDigests(visit).some((browser) => context.browserDigest.equals(browser));
    if (!isOwn && !(opened && (await this.claim(context, client, opened)))) return null;
    return { context, client, ...(await this.askedFor(context, client)) };
  }

  /** If two browsers come at once, one gets it. */
  private async claim(
    { digest, browserDigest }: AuthorizationContext,
    client: KnownClient,
    opened: () => Buffer,
  ): Promise<boolean> {
    if (profileRulesOf(client).bindsBrowser || !browserDigest.equals(UNOPENED)) return false;
    const mine = opened();
    const { affected } = await this.contexts.update(
      { digest, browserDigest: UNOPENED },
      { browserDigest: mine },
    );
    // One browser may have opened it twice at once.
    return affected === 1 || (await this.contexts.existsBy({ digest, browserDigest: mine }));
  }

  /** What the user is asked for: what the client may use of the requested scope, and of the claims. */
  askedFor(
    asked: ClaimsAsked & Pick<AuthorizeRequest, 'resources'>,
    client: KnownClient,
  ): Promise<AskedScopes> {
    return askedScopesOf(this.targets, client, asked);
  }

  /** Whether the user signed in or proved it recently, as allowing something new requires (D253). The session is loaded. */
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

  /**
   * Weighs a sign-in against the requested `acr_values` (OpenID Connect Core §3.1.2.1, RFC 9470 §4), or the `acr` of
   * `claims`: the strongest of them that the account can reach is asked for.
   * @param isTried the second step was just made: what it did not reach, it does not reach
   */
  async lackOf(
    { acrValues, isAcrNeeded }: Asked,
    client: KnownClient,
    who: Who,
    isTried = false,
  ): Promise<Lack> {
    const asked = (acrValues ?? '').split(' ').filter(isAcr);
    if (asked.length === 0) return 'nothing';
    const has = acrOf(who.methods);
    const isMet = asked.some((acr) => reaches(has, acr));
    const wanted = isTried ? 0 : await this.reachable(asked, who);
    if (wanted > rankOf(has)) return wanted === rankOf(PASSWORD_ACR) ? 'password' : 'second';
    return isMet || !(isAcrNeeded || isAcrEssential(client)) ? 'nothing' : 'unmet';
  }

  /** Returns the rank of the strongest value that the account can reach; 0: none. */
  private async reachable(asked: readonly Acr[], { accountId }: Who): Promise<number> {
    const reach = rankOf(await this.factor.reachOf(accountId));
    return Math.max(0, ...asked.map(rankOf).filter((rank) => rank <= reach));
  }

  /** Finds a challenge by the path of its pages; null: the path is not one of a challenge, or `find` finds none. */
  async findAt(visit: Visit, path: string): Promise<Challenge | null> {
    if (!path.startsWith(CHALLENGE_PATH)) return null;
    const sessionId = new URLSearchParams(path.slice(CHALLENGE_PATH.length)).get('session_id') ?? '';
    return this.find(visit, sessionId);
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

/** Where a sign-in for a challenge leads. */
export function onwardFrom({ context, client }: Challenge, next: string): Onward {
  return { next, formTarget: context.redirectUri, lookOf: client.id };
}
