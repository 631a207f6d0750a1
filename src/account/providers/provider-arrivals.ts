import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { FirstStep, Onward } from '../../identity/sessions/authentication.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { AuthorizationService, onwardFrom } from '../../oauth/authorize/authorization.service.js';
import { ProviderAccounts } from '../../oauth/providers/provider-accounts.js';
import type { ProviderNote } from '../../oauth/providers/provider-note.page.js';
import type { Arrival } from '../../oauth/providers/provider-sign-ins.js';
import { ProviderVisits, type PersonsPurpose, type Question } from '../../oauth/providers/provider-visits.js';
import { followUp } from '../../platform/errors/outcome.js';
import { choiceBy } from '../../platform/pages/reader.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import { Proofs } from '../../identity/sessions/proofs.js';

const WELCOME = '/welcome';
/** For a session that ended meanwhile. */
const SIGN_IN = '/sign-in';

/** The page that the browser goes on to, or the note that it shows. */
type ArrivalOutcome = { readonly to: string } | { readonly note: ProviderNote };

/** The request of a browser that comes back from a provider. */
interface At {
  readonly visit: Visit;
  readonly browser: Buffer;
}

/** A person who comes back from a provider. */
interface Newcomer extends Arrival {
  readonly purpose: PersonsPurpose;
}

/**
 * Receives a person who comes back from a provider: signs in, asks whether to connect, confirms, or accepts an invitation
 * (D257).
 */
@Injectable()
export class ProviderArrivals {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly visits: ProviderVisits,
    private readonly hasher: PasswordHasher,
    private readonly signIn: SignIn,
    private readonly authorization: AuthorizationService,
    private readonly proofs: Proofs,
  ) {}

  receive(arrival: Newcomer, at: At): Promise<ArrivalOutcome> {
    const { purpose } = arrival;
    switch (purpose.kind) {
      case 'signIn':
        return this.enter(arrival, purpose.next, at);
      case 'confirm':
        return this.confirm(arrival, purpose.next, at);
      case 'connect':
        return this.askToConnect(arrival, at);
      case 'invitation':
        return this.accept(arrival, purpose.token, at);
    }
  }

  private async enter(arrival: Arrival, next: string, at: At): Promise<ArrivalOutcome> {
    const accountId = await this.accounts.accountOf(arrival);
    if (accountId === null) return this.askToConnect(arrival, at);
    const { address } = at.visit;
    const mark = await this.accounts.noteSignIn(arrival, accountId, address);
    if (mark === null) {
      await this.accounts.noteRefusal(arrival.provider.id, 'the account may not sign in', {
        accountId,
        address,
      });
      return { note: 'blocked' };
    }
    return this.open({ accountId, mark }, next, at);
  }

  /** Takes the provider's word as a proof of the signed-in person, not of another account (D295). */
  private async confirm(arrival: Arrival, next: string, { visit }: At): Promise<ArrivalOutcome> {
    const signedIn = await this.signIn.current(visit);
    const accountId = await this.accounts.accountOf(arrival);
    if (accountId === null || signedIn?.accountId !== accountId) return { note: 'notYou' };
    if (!(await this.accounts.noteSignIn(arrival, accountId, visit.address))) return { note: 'blocked' };
    return { to: (await followUp(this.proofs.show(visit, 'provider'))) ? next : SIGN_IN };
  }

  /** Leads to the page that connects: it asks for the account's own sign-in (D258). */
  private async askToConnect(
    { provider, subject, label }: Arrival,
    { browser }: At,
  ): Promise<ArrivalOutcome> {
    const question: Question = { step: 'back', subject, label };
    return { to: `/connection/${await this.visits.begin(provider.id, browser, question)}` };
  }

  private async accept(arrival: Arrival, token: string, at: At): Promise<ArrivalOutcome> {
    const { address } = at.visit;
    const passwordHash = this.hasher.noPassword();
    const how = { address, passwordHash, choiceOf: choiceBy(at.visit) };
    const accepted = await this.accounts.accept(token, arrival, how);
    if ('refused' in accepted) return { note: accepted.refused === 'taken' ? 'taken' : 'notAccepted' };
    return this.open({ accountId: accepted.accountId, mark: null }, WELCOME, at);
  }

  /** Signs in with the provider's word as the first step; a second factor is still asked for (D242). */
  private async open(
    of: Pick<FirstStep, 'accountId' | 'mark'>,
    next: string,
    at: At,
  ): Promise<ArrivalOutcome> {
    const { visit } = at;
    const who = { ...of, methods: ['provider'] } as const;
    const outcome = await followUp(this.signIn.proceed(who, await this.onward(next, at), visit));
    return { to: 'step' in outcome ? outcome.step : next };
  }

  private async onward(next: string, { visit }: At): Promise<Onward> {
    const challenge = await this.authorization.findAt(visit, next);
    return challenge ? onwardFrom(challenge, next) : { next };
  }
}
