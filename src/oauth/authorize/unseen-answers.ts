import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { Shown } from '../../platform/operations/shown.js';
import type { KnownClient } from '../clients/client-directory.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { UNMET, type AuthorizeRequest } from './authorize-request.js';
import { isHinted } from './user-hints.js';

/** Answers authorization requests that may show the user nothing: prompt=none (OpenID Connect Core §3.1.2.1). */
@Injectable()
export class UnseenAnswers {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly decisions: AuthorizationDecisions,
    private readonly signIn: SignIn,
    private readonly answers: AuthorizeAnswers,
  ) {}

  /** The answer at once, or the error that names the missing step. */
  async answer(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<Shown> {
    const who = await this.signIn.current(visit);
    const isExpected = who !== null && isHinted(asked, who.accountId);
    if (!isExpected || this.authorization.isNewSignInAsked(asked, who.at))
      return this.answers.back(visit, client, asked, { error: 'login_required' });
    const lack = await this.authorization.strength.lackOf(asked, client, who);
    if (lack === 'unmet') return this.answers.refuse(visit, client, asked, UNMET);
    if (lack !== 'nothing') return this.answers.back(visit, client, asked, { error: 'login_required' });
    const scopes = this.authorization.scopesFor(asked.scope, client);
    if (!(await this.decisions.isRemembered(who.accountId, client, scopes)))
      return this.answers.back(visit, client, asked, { error: 'consent_required' });
    const repeated = await this.decisions.repeat(asked, client, { ...who, address: visit.address });
    return this.answers.back(visit, client, asked, repeated);
  }
}
