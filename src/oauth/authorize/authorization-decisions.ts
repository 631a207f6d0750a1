import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { refusingFamilyOf } from '../../identity/families/refusing-family.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { canAuthenticate, type KnownClient } from '../clients/client-directory.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Answer } from '../clients/redirect-answer.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { UserClaimsReader } from '../oidc/user-claims.js';
import { consentNames, recordedScopes, type AskedScopes } from '../consent/asked-scopes.js';
import { DocumentClients, isDocumentClient, storedIdOf } from '../documents/document-clients.js';
import { Consents } from '../consent/consents.js';
import { issueCode, type CodeRequest } from '../tokens/authorization-codes.js';
import type { ClaimsAsked } from '../tokens/requested-claims.js';
import type { SignInFacts } from '../tokens/sign-in-facts.js';
import { notePart } from '../tokens/sign-in-parts.js';
import type { Challenge } from './authorization.service.js';
import type { HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import { holdChallengeUser, type ChallengeUser } from './challenge-user.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** The user who decides, with the address for the audit trail. */
type Deciding = ChallengeUser & { readonly address: string };

type Asked = Pick<
  AuthorizeRequest,
  'redirectUri' | 'responseType' | 'scope' | 'claims' | 'resources' | 'codeChallenge' | 'dpopJkt' | 'nonce'
>;

/** An id_token in place of a code, and what it tells. */
interface IdTokenAsked extends SignInFacts, ClaimsAsked {
  readonly signInId: Long | null;
}

/**
 * What users decide on what clients ask for, each in the audit; allowing it issues a code, or an id_token (§3.3, D54,
 * D61, D225).
 */
@Injectable()
export class AuthorizationDecisions {
  constructor(
    private readonly database: Database,
    private readonly consents: Consents,
    private readonly claims: UserClaimsReader,
    private readonly idTokens: IdTokens,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly documents: DocumentClients,
  ) {}

  /** Whether the account allowed the client all of this before (D61), and it is provably the same client (D107). */
  async isRemembered(accountId: Long, client: KnownClient, asked: AskedScopes): Promise<boolean> {
    if (!canAuthenticate(client)) return false; // RFC 6749 §10.2: any application may say that it is this one
    if (client.isDocument) return false; // each consent stores what its document says now (D427)
    return this.consents.cover(accountId, client.id, consentNames(asked));
  }

  /**
   * Stores the consent and answers it.
   * @returns null: a family of the account refuses the client (D430)
   * @throws SignInRequired when the sign-in has ended meanwhile
   */
  async allow({ client: asking, context, ...asked }: Challenge, who: Deciding): Promise<Answer | null> {
    const { accountId, address } = who;
    const answer = await this.database.transaction(async (tx) => {
      const held = await holdChallengeUser(tx, who);
      if (asking.isDocument && (await refusingFamilyOf(tx, accountId, 'hold')) !== null) return null;
      const client = isDocumentClient(asking) ? await this.documents.keep(tx, asking) : asking;
      const prepared = await this.prepare(tx, context, client, { ...who, ...held });
      const scopes = consentNames(asked);
      await this.consents.add(tx, { accountId, clientId: client.id, scopes, signInId: held.signInId });
      const event = { action: 'consent.allowed', outcome: 'ok', ...recordedScopes(asked) } as const;
      await this.audit.record({ ...event, accountId, clientId: client.clientId, address }, tx);
      return prepared;
    });
    return answer && followUp(answer());
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
      const code = await issueCode(tx, codeFor(asked, client, who), this.clock.now());
      return () => Promise.resolve({ code });
    }
    const { accountId, at: authTime, sid, methods, signInId } = who;
    const facts = {
      accountId,
      authTime,
      sid,
      methods,
      signInId,
      nonce: asked.nonce,
      scope: asked.scope,
      claims: asked.claims,
    };
    await this.takePart(tx, client, facts);
    return async () => ({ id_token: await this.idTokenFor(client, facts) });
  }

  /**
   * Notes that the client takes part in the sign-in, so that it hears of its end (D214).
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile
   */
  private async takePart(tx: EntityManager, client: KnownClient, asked: IdTokenAsked): Promise<void> {
    const { accountId, sid } = asked;
    const account = await lockAccount(tx, accountId, 'SHARE');
    if (account?.status !== 'active') throw new CallError(Errors.credentialInvalid, { accountId });
    if (sid !== null && client.backchannelLogoutUri !== null)
      await notePart(tx, { ...asked, sid, clientId: client.id }, this.clock.now());
  }

  /**
   * An id_token in place of a code (OpenID Connect Core §3.2, D225). Outside of the transaction: keys are read with
   * statements of their own. @throws CallError as takePart
   */
  private async idTokenFor(client: KnownClient, asked: IdTokenAsked): Promise<string> {
    const { accountId } = asked;
    const told = await this.claims.ofIdToken(client, accountId, asked, true);
    if (!told) throw new CallError(Errors.credentialInvalid, { accountId });
    return this.idTokens.issue(client, asked, { ...told });
  }

  async decline({ client }: Challenge, accountId: Long | null, address: string): Promise<void> {
    const event = { action: 'consent.declined', outcome: 'refused' } as const;
    await this.audit.record({ ...event, accountId, clientId: storedIdOf(client), address });
  }
}

function codeFor(
  { redirectUri, scope, claims, resources, codeChallenge, dpopJkt, nonce }: Asked,
  { id: clientId }: KnownClient,
  { accountId, at: authTime, sid, methods, signInId }: ChallengeUser & HeldSignIn,
): CodeRequest {
  const signIn = { authTime, sid, methods, signInId };
  const asked = { redirectUri, scope, claims, resources, codeChallenge, dpopJkt, nonce };
  return { clientId, accountId, ...asked, ...signIn };
}
