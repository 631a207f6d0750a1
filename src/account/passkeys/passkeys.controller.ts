import { Get, Header, Post, Query } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { putPasskeyOff } from '../../identity/passkeys/passkey-offer.js';
import { PasskeyRegistration } from '../../identity/passkeys/passkey-registration.js';
import { Passkeys, type AddingOwner, type PasskeyOwner } from '../../identity/passkeys/passkeys.js';
import { SentPasskeyForm } from '../../identity/passkeys/sent-passkey.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import { sessionMethodsOf } from '../../identity/sessions/session-proofs.js';
import { keptBrowserOf } from '../../identity/sessions/kept-browser.js';
import { userAgentOf } from '../../identity/sign-ins/user-agent.js';
import { FormField, lineIn, readForm } from '../../platform/checks/form.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong } from '../../platform/operations/long.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf } from '../../platform/pages/reader.js';
import { pageIn } from '../../platform/pages/sign-in-path.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { byUser } from '../frame/by-user.js';
import { SECTIONS } from '../frame/account-frame.js';
import { factorErrorOf } from '../factors/factor-error.js';
import { pageAfterEnd } from '../frame/after-end.js';
import { WaysIn } from '../ways/ways-in.js';
import { namesOf } from './account-signals.js';
import { newPasskeyPage, type NewPasskeyProps } from './new-passkey.page.js';
import { LONGEST_PASSKEY_NAME, OwnPasskeys } from './own-passkeys.js';

const NEW = '/account/passkeys/new';
const ON_SIGN_IN = formOn(SECTIONS.signIn);
const JSON_TEXT = { 'application/json': { type: 'string' } } as const;

class NewPasskeyForm extends SentPasskeyForm {
  @FormField()
  name!: string;

  /** For the first factor of an account with a role. */
  @FormField()
  setupCode!: string;

  /** The page to go on to. */
  @FormField()
  next!: string;
}

/** Adds, renames and removes the passkeys of a person (D246). */
@AccountPages('account/passkeys')
export class PasskeysController {
  constructor(
    private readonly own: OwnPasskeys,
    private readonly registration: PasskeyRegistration,
    private readonly passkeys: Passkeys,
    private readonly first: FirstFactors,
    private readonly proofs: Proofs,
    private readonly ways: WaysIn,
  ) {}

  @Get('new')
  @AccountPage('accountpasskeynew', 'Offers to add a passkey', { isSensitive: true })
  async show(@CurrentOwnVisit() visit: OwnVisit, @Query('next') next: unknown): Promise<Shown> {
    const isOffer = next !== undefined;
    const triesUnasked = isOffer && (await this.isWelcome(visit));
    return this.ask(visit, { next: nextIn(next), isOffer, triesUnasked, name: '' });
  }

  @Get('options')
  @Header('Cache-Control', 'no-store')
  @AccountPage(
    'accountpasskeyoptions',
    'What a browser is asked for a new passkey, for the script of that page',
    {
      answers: { 200: JSON_TEXT },
    },
  )
  async options(
    @CurrentOwnVisit() visit: OwnVisit,
    @Query('for') purpose: unknown,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    if (!this.own.isPossible || proofFirst(visit, NEW) !== null)
      throw new ProblemError(Problems.forbidden, 'Confirm that it is you, then add the passkey.');
    const isUnasked = purpose === 'unasked';
    if (isUnasked && !(await this.isWelcome(visit)))
      throw new ProblemError(Problems.forbidden, 'A passkey is made here only when its owner asks for it.');
    const shown = { ...namesOf(visit.account), siteName: lookOf(null).name };
    return this.registration.options(this.by(visit), shown, isUnasked ? 'addUnasked' : 'add');
  }

  @Post()
  @AccountPage('accountpasskeyadd', 'Adds a passkey', formOn(NEW))
  async add(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    if (!this.own.isPossible) return seeOther(SECTIONS.signIn);
    const { passkey, name, next, setupCode } = (await readForm(NewPasskeyForm, visit.body)).values;
    const called = shortened(name || this.usualName(visit));
    const by = this.by(visit);
    const outcome = await this.first
      .setUp(by, setupCode, (spend) => this.registration.add(by, passkey, called, spend))
      .catch(factorErrorOf);
    if (outcome === 'addedUnasked') return seeOther(nextIn(next)); // nobody showed anything
    if (outcome === 'added') {
      await followUp(this.proofs.show(visit, 'passkey'));
      return seeOther(nextIn(next));
    }
    const shown = { next: nextIn(next), isOffer: false, name: called };
    if (typeof outcome === 'object')
      return this.ask(visit, { ...shown, error: outcome.key }, outcome.answering);
    const status = outcome === 'refused' ? 400 : 409;
    return this.ask(visit, { ...shown, problem: outcome, setupCode }, { status });
  }

  @Post('remove')
  @AccountPage('accountpasskeyremove', 'Removes a passkey', ON_SIGN_IN)
  async remove(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const id = lineIn(visit.body, 'id');
    const going = (await this.passkeys.of(visit.account.accountId)).find((each) => each.id === id);
    const isLast = (tx: Transaction) => this.ways.isLast(tx, visit.account.accountId, { passkey: id });
    const outcome = await this.passkeys.remove(ownerOf(visit), id, isLast);
    if (outcome === 'last') return seeOther(`${SECTIONS.signIn}?passkey=last#passkeys`);
    const gone = going ? `?gone=${going.credentialId.toString('base64url')}` : '';
    return seeOther(pageAfterEnd(visit, `${SECTIONS.signIn}${gone}#passkeys`));
  }

  @Post('rename')
  @AccountPage('accountpasskeyrename', 'Gives a passkey another name', ON_SIGN_IN)
  async rename(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const [id, name] = [lineIn(visit.body, 'id'), lineIn(visit.body, 'name')];
    if (isLong(id) && name !== '') await this.passkeys.rename(ownerOf(visit), id, shortened(name));
    return seeOther(`${SECTIONS.signIn}#passkeys`);
  }

  @Post('later')
  @AccountPage('accountpasskeylater', 'Puts the offer of a passkey off', { writes: true })
  putOff(@CurrentOwnVisit() visit: OwnVisit): Shown {
    putPasskeyOff(visit);
    return seeOther(pageIn(lineIn(visit.body, 'next')));
  }

  private async ask(
    visit: OwnVisit,
    props: Omit<NewPasskeyProps, 'usualName' | 'takesSetupCode'>,
    answering?: Answering,
  ): Promise<Shown> {
    if (!this.own.isPossible) return seeOther(SECTIONS.signIn);
    const page = newPasskeyPage(readerOf(visit, { path: NEW }), {
      ...props,
      takesSetupCode: await this.first.takeCode(visit.account.accountId),
      usualName: this.usualName(visit),
    });
    return html(page, answering);
  }

  private isWelcome(visit: OwnVisit): Promise<boolean> {
    return this.own.isWelcome(visit.account.accountId, sessionMethodsOf(visit), visit);
  }

  private by(visit: OwnVisit): AddingOwner {
    return { ...ownerOf(visit), browser: keptBrowserOf(visit) };
  }

  /** Names a passkey after the browser that makes it: "Chrome on Windows". */
  private usualName(visit: Visit): string {
    const t = textsIn(readerOf(visit).language);
    const { browser, system } = userAgentOf(visit.headers['user-agent']);
    if (browser !== null && system !== null) return t('account.agent', { browser, system });
    return browser ?? system ?? t('passkeys.one');
  }
}

function ownerOf(visit: OwnVisit): PasskeyOwner {
  const user = byUser(visit);
  return { ...user, hold: (tx) => holdSignIn(tx, user) };
}

/** Shortens a name to sixty characters. */
function shortened(name: string): string {
  return [...name].slice(0, LONGEST_PASSKEY_NAME).join('');
}

/** Returns the requested page, by default the page of sign-in methods. */
function nextIn(next: unknown): string {
  return typeof next === 'string' && next !== '' ? pageIn(next) : SECTIONS.signIn;
}
