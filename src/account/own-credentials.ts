import { Outcomes } from '../identity/mailed-links/outcomes.js';
import { isOwnType } from '../identity/mailed-links/identifier-changes.js';
import { Injectable } from '@nestjs/common';
import { html, seeOther, type Answering, type Shown } from '../platform/operations/shown.js';
import { SecondFactors } from '../identity/factors/second-factors.js';
import { AccountInformationService } from '../identity/accounts/account-information.service.js';
import { doneIn } from '../platform/checks/form.js';
import { proofFirst, type OwnVisit } from '../identity/sessions/own-visit.js';
import { readerOf } from '../platform/pages/reader.js';
import { SECTIONS } from './frame/account-frame.js';
import { credentialsPage, type CredentialsProps } from './credentials.page.js';
import { OwnIdentifiers } from './identifiers/own-identifiers.service.js';
import { WaysIn } from './ways/ways-in.js';
import { OwnPasskeys } from './passkeys/own-passkeys.js';

const DONE = { changed: 'account.passwordChanged', replaced: 'account.passwordReplaced' } as const;

/** Shows the page of sign-in methods; forms on it that are refused are answered with that page. */
@Injectable()
export class OwnCredentials {
  constructor(
    private readonly information: AccountInformationService,
    private readonly identifiers: OwnIdentifiers,
    private readonly factors: SecondFactors,
    private readonly passkeys: OwnPasskeys,
    private readonly ways: WaysIn,
    private readonly outcomes: Outcomes,
  ) {}

  async show(
    visit: OwnVisit,
    outcome: Pick<CredentialsProps, 'address' | 'password'> = {},
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId } = visit.account;
    const [account, waiting, protection, passkeys, hasPassword, connections, suspended] = await Promise.all([
      this.information.find(accountId), // read again: the form may have changed it
      this.identifiers.waiting(accountId),
      this.factors.of(accountId),
      this.passkeys.listOf(visit.account, visit.query.gone),
      this.ways.hasPassword(accountId),
      this.ways.connectionsOf(accountId),
      this.ways.suspendedOf(accountId, visit),
    ]);
    if (!account) return seeOther('/sign-in'); // deleted meanwhile
    // Connections and suspended addresses have sections of their own.
    const elsewhere = new Set([...connections.connected, ...suspended].map(({ id }) => id));
    const shown = account.identifiers.filter(({ id }) => !elsewhere.has(id));
    const identifiers = shown.map(({ id, type, value, validated }) => ({
      id: isOwnType(type) ? id : null,
      value,
      isValidated: validated === 'true',
      canConfirm: isOwnType(type) && type !== 'Login' && validated !== 'true',
    }));
    const isLastPasskey = visit.query.passkey === 'last';
    const isSuspendedWaiting = visit.query.suspended === 'waits';
    const reader = readerOf(visit, { path: SECTIONS.signIn });
    const proof = proofFirst(visit, SECTIONS.signIn);
    const passwordProof = proofFirst(visit, SECTIONS.signIn, hasPassword ? 'factor' : 'lately');
    const how = {
      suspended,
      isSuspendedWaiting,
      protection,
      passkeys,
      isLastPasskey,
      connections,
      hasPassword,
    };
    const done = doneIn(visit, DONE);
    const sentTo = this.outcomes.find<string>(visit, SECTIONS.signIn, accountId);
    const props = { identifiers, waiting, ...how, proof, passwordProof, done, sentTo, ...outcome };
    return html(credentialsPage(reader, props), answering);
  }
}
