import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { KnownClient } from '../clients/client-directory.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Answer } from '../clients/redirect-answer.js';
import { IdTokenAnswers } from '../oidc/id-token-answers.js';
import { Consents } from '../consent/consents.js';
import { AuthorizationCodes, type CodeRequest } from '../tokens/authorization-codes.js';
import type { Scope } from '../tokens/scope.js';
import type { Challenge } from './authorization.service.js';
import type { HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import { holdChallengeUser, type ChallengeUser } from './challenge-user.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** The user who decides, with the address for the audit trail. */
type Deciding = ChallengeUser & { readonly address: string };

type Asked = Pick<
  AuthorizeRequest,
  'redirectUri' | 'responseType' | 'scope' | 'codeChallenge' | 'dpopJkt' | 'nonce'
>;

/**
 * What users decide on what clients ask for, each in the audit; allowing it issues a code, or an id_token (§3.3, D54,
 * D61, D225).
 */
@Injectable()
export class AuthorizationDecisions {
  constructor(
    private readonly database: Database,
    private readonly consents: Consents,
    private readonly codes: AuthorizationCodes,
    private readonly idTokens: IdTokenAnswers,
    private readonly audit: AuditLog,
  ) {}

  /** Whether the account allowed the client all of this before (D61), and it is provably the same client (D107). */
  async isRemembered(
    accountId: Long,
    { id: clientId, secrets }: KnownClient,
    scopes: readonly Scope[],
  ): Promise<boolean> {
    if (secrets.length === 0) return false; // RFC 6749 §10.2: any application may say that it is this one
    return this.consents.cover(accountId, clientId, scopes);
  }

  /**
   * Stores the consent and answers it.
   * @throws SignInRequired when the sign-in has ended meanwhile
   */
  async allow({ client, context, scopes }: Challenge, who: Deciding): Promise<Answer> {
    const { accountId, address } = who;
    const answer = await this.database.transaction(async (tx) => {
      const held = await holdChallengeUser(tx, who);
      const prepared = await this.prepare(tx, context, client, { ...who, ...held });
      await this.consents.add(tx, { accountId, clientId: client.id, scopes, signInId: held.signInId });
      const event = { action: 'consent.allowed', outcome: 'ok', target: scopes.join(' ') } as const;
      await this.audit.record({ ...event, accountId, clientId: client.clientId, address }, tx);
      return prepared;
    });
    return followUp(answer());
  }

  /** Answers what the user allowed before. @throws SignInRequired as allow */
  async repeat(asked: Asked, client: KnownClient, who: Deciding): Promise<Answer> {
    const { accountId, address } = who;
    const answer = await this.database.transaction(async (tx) => {
      const held = await holdChallengeUser(tx, who);
      const prepared = await this.prepare(tx, asked, client, { ...who, ...held });
      const event = { action: 'consent.repeated', outcome: 'ok' } as const;
      await this.audit.record({ ...event, accountId, clientId: client.clientId, address }, tx);
      return prepared;
    });
    return followUp(answer());
  }

  /** What is done in the transaction; the rest of it is done after the commit. */
  private async prepare(
    tx: EntityManager,
    asked: Asked,
    client: KnownClient,
    who: ChallengeUser & HeldSignIn,
  ): Promise<() => Promise<Answer>> {
    if (asked.responseType === 'code') {
      const code = await this.codes.issue(tx, codeFor(asked, client, who));
      return () => Promise.resolve({ code });
    }
    const { accountId, at: authTime, sid, methods, signInId } = who;
    const facts = { accountId, authTime, sid, methods, signInId, nonce: asked.nonce, scope: asked.scope };
    await this.idTokens.take(tx, client, facts);
    return async () => ({ id_token: await this.idTokens.answer(client, facts) });
  }

  async decline({ client }: Challenge, accountId: Long | null, address: string): Promise<void> {
    const event = { action: 'consent.declined', outcome: 'refused' } as const;
    await this.audit.record({ ...event, accountId, clientId: client.clientId, address });
  }
}

function codeFor(
  { redirectUri, scope, codeChallenge, dpopJkt, nonce }: Asked,
  { id: clientId }: KnownClient,
  { accountId, at: authTime, sid, methods, signInId }: ChallengeUser & HeldSignIn,
): CodeRequest {
  const signIn = { authTime, sid, methods, signInId };
  return { clientId, accountId, redirectUri, scope, codeChallenge, dpopJkt, nonce, ...signIn };
}
