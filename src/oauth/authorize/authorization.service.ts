import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets, type Spender } from '../../platform/throttle/budgets.js';
import { scopesOf, usefulScopes, type Scope } from '../tokens/scope.js';
import { AuthorizationContext } from './authorization-context.entity.js';
import type { AuthorizeRequest } from './authorize-request.js';
import { Consent } from '../consent/consent.entity.js';

const CONTEXT_LIFETIME_MS = 10 * MINUTE; // D58
const CODE_LIFETIME_MS = 60 * SECOND; // D54

/** The signed-in user and the time of the sign-in; sessions from before that time was recorded do not know it. */
export interface SignedIn {
  readonly accountId: Long;
  readonly at: Date | null;
}

/** The user who decides, with the address for the audit trail. */
export interface Deciding extends SignedIn {
  readonly address: string;
}

/** An open challenge: the request and the client that made it. */
export interface Challenge {
  readonly context: AuthorizationContext;
  readonly client: KnownClient;
  /** The scopes that the user is asked for: what the client's ruleset allows, narrowed to the requested scope. */
  readonly scopes: readonly Scope[];
}

/** Contexts, consents and authorization codes of third-party authorization (§3.3, D54, D58, D61). */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly database: Database,
    @InjectRepository(AuthorizationContext) private readonly contexts: Repository<AuthorizationContext>,
    @InjectRepository(Consent) private readonly consents: Repository<Consent>,
    private readonly clients: ClientDirectory,
    private readonly audit: AuditLog,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
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
      expiresAt: new Date(this.clock.millis() + CONTEXT_LIFETIME_MS),
    });
    return sessionId;
  }

  /** null when it has expired, never existed, or was begun by another browser. */
  async find(sessionId: string, browsers: readonly Buffer[]): Promise<Challenge | null> {
    const digest = digestOf(sessionId);
    const context = await this.contexts.findOneBy({ digest });
    if (!context || !browsers.some((browser) => context.browserDigest.equals(browser))) return null;
    if (context.expiresAt <= this.clock.now()) return null;
    const client = await this.clients.findById(context.clientId);
    return client && { context, client, scopes: this.scopesFor(context.scope, client) };
  }

  /** The requested scopes that the client may use. */
  scopesFor(scope: string | null, client: KnownClient): readonly Scope[] {
    return scope === null ? scopesOf(client) : usefulScopes(scope, client);
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

  async signedIn({ context }: Challenge, { accountId, at: signedInAt }: SignedIn): Promise<void> {
    await this.contexts.update({ digest: context.digest }, { accountId, signedInAt });
  }

  /** Whether the account allowed the client all of this before (D61), and it is provably the same client (D107). */
  async isRemembered(
    accountId: Long,
    { id: clientId, secrets }: KnownClient,
    scopes: readonly Scope[],
  ): Promise<boolean> {
    if (secrets.length === 0) return false; // RFC 6749 §10.2: any application may say that it is this one
    const consent = await this.consents.findOneBy({ accountId, clientId });
    return consent !== null && scopes.every((scope) => consent.scopes.includes(scope));
  }

  /**
   * Stores the consent and issues a code for it.
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile
   */
  async allow({ client, context, scopes }: Challenge, { accountId, at, address }: Deciding): Promise<string> {
    const code = randomSecret();
    const now = this.clock.now();
    await this.database.transaction(async (tx) => {
      await this.insertCode(tx, code, context, client, { accountId, at });
      await tx.query(
        `INSERT INTO consent (account_id, client_id, scopes, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, client_id) DO UPDATE
           SET scopes = ARRAY(SELECT DISTINCT s FROM unnest(consent.scopes || excluded.scopes) s)`,
        [accountId, client.id, scopes, now],
      );
      const event = {
        action: 'consent.allowed',
        outcome: 'ok',
        accountId,
        clientId: client.clientId,
        address,
      } as const;
      await this.audit.record({ ...event, target: scopes.join(' ') }, tx);
    });
    return code;
  }

  /** Issues a code for what the user allowed before. @throws CallError as allow */
  async repeat(
    request: CodeRequest,
    client: KnownClient,
    { accountId, at, address }: Deciding,
  ): Promise<string> {
    const code = randomSecret();
    await this.database.transaction(async (tx) => {
      await this.insertCode(tx, code, request, client, { accountId, at });
      const event = {
        action: 'consent.repeated',
        outcome: 'ok',
        accountId,
        clientId: client.clientId,
        address,
      } as const;
      await this.audit.record(event, tx);
    });
    return code;
  }

  /** Ends everything that this browser began. */
  async endAll(browsers: readonly Buffer[]): Promise<void> {
    if (browsers.length === 0) return;
    await this.contexts.delete({ browserDigest: In([...browsers]) });
  }

  async decline({ client }: Challenge, accountId: Long | null, address: string): Promise<void> {
    await this.audit.record({
      action: 'consent.declined',
      outcome: 'refused',
      accountId,
      clientId: client.clientId,
      address,
    });
  }

  private async insertCode(
    tx: { query<T>(sql: string, values: unknown[]): Promise<T> },
    code: string,
    { redirectUri, scope, codeChallenge, nonce }: CodeRequest,
    client: KnownClient,
    { accountId, at }: SignedIn,
  ): Promise<void> {
    const [row] = await tx.query<unknown[]>(
      `WITH who AS (SELECT id FROM account WHERE id = $3 AND status = 'active' FOR SHARE)
       INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, scope, code_challenge, expires_at, nonce, auth_time)
       SELECT $1::bytea, $2::bigint, who.id, $4, $5, $6, $7::timestamptz, $8, $9::timestamptz FROM who RETURNING account_id`,
      [
        digestOf(code),
        client.id,
        accountId,
        redirectUri,
        scope,
        codeChallenge,
        new Date(this.clock.millis() + CODE_LIFETIME_MS),
        nonce,
        at,
      ],
    );
    if (!row) throw new CallError(Errors.credentialInvalid, { accountId });
  }
}

export type CodeRequest = Pick<AuthorizeRequest, 'redirectUri' | 'scope' | 'codeChallenge' | 'nonce'>;
