import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import type { KnownClient } from '../clients/client-directory.js';
import type { SignInFacts } from '../tokens/sign-in-facts.js';
import { notePart } from '../tokens/sign-in-parts.js';
import { IdTokens } from './id-tokens.js';
import { userClaims } from './user-claims.js';

/** An id_token in place of a code, and the scope whose claims it holds. */
interface IdTokenAsked extends SignInFacts {
  readonly scope: string | null;
  readonly signInId: Long | null;
}

/** Answers authorizations with an id_token alone (OpenID Connect Core §3.2, D225). */
@Injectable()
export class IdTokenAnswers {
  constructor(
    private readonly information: AccountInformationService,
    private readonly idTokens: IdTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes that the client takes part in the sign-in, so that it hears of its end (D214).
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile
   */
  async take(tx: EntityManager, client: KnownClient, asked: IdTokenAsked): Promise<void> {
    const { accountId, sid } = asked;
    const account = await lockAccount(tx, accountId, 'SHARE');
    if (account?.status !== 'active') throw new CallError(Errors.credentialInvalid, { accountId });
    if (sid !== null && client.backchannelLogoutUri !== null)
      await notePart(tx, { ...asked, sid, clientId: client.id }, this.clock.now());
  }

  /** Outside of the transaction: keys are read with statements of their own. @throws CallError as take */
  async answer(client: KnownClient, asked: IdTokenAsked): Promise<string> {
    const account = await this.information.find(asked.accountId);
    if (!account) throw new CallError(Errors.credentialInvalid, { accountId: asked.accountId });
    return this.idTokens.issue(client, asked, { ...userClaims(account, asked.scope) });
  }
}
