import { linkPage } from '../../../src/account/decisions/link.page.js';
import { proposalPage, proposalSignInPage } from '../../../src/account/decisions/proposal.page.js';
import {
  factorSetupPage,
  recoveryCodesPage,
  secondFactorPage,
} from '../../../src/account/factors/second-factor.page.js';
import {
  secondStepOverPage,
  secondStepPage,
  type SecondStepProps,
} from '../../../src/account/factors/second-step.page.js';
import { signInCardPage } from '../../../src/account/frame/sign-in-card.page.js';
import { forgottenPage, resetOverPage, resetPage } from '../../../src/account/password-reset.page.js';
import { proofPage, type ProofProps } from '../../../src/account/proof.page.js';
import { lostFactorPage, underWayPage } from '../../../src/account/recovery/recovery.page.js';
import { notePage } from '../../../src/identity/mailed-links/note.page.js';
import {
  additionPage,
  expiredPage,
  invitationPage,
  welcomePage,
} from '../../../src/provisioning/invitations/invitation.page.js';
import { HEARTH_LOOK } from '../../../src/platform/pages/look.js';
import { PROTECTION, WRONG_CODE } from './account-page-samples.js';
import { addressOf, CLIENT, odd, PERSON } from './sample-names.js';
import { ago, FIREFOX, type PageSamples } from './sample-values.js';

type TrustedBrowser = Parameters<typeof secondFactorPage>[1]['trusted'][number];

const UNKNOWN = { rpId: 'hearth.example', credentialId: 'AAAA' };
const SETUP = {
  ...{ setup: 'sealed', keyText: '2345 6723', picture: 'data:image/svg+xml;base64,AA==' },
  uri: 'otpauth://totp/Hearth?secret=ABCDEFGH',
};
const TRUSTED = [
  { digest: Buffer.from('aa', 'hex'), agent: FIREFOX, expiresAt: ago(-20) },
] as unknown as readonly TrustedBrowser[];
const PROTECTED = { protection: PROTECTION, trusted: TRUSTED, recoveryReadyAt: ago(-2) };
const STEP: SecondStepProps = {
  ...{ lookOf: null, ways: { code: true, passkey: true }, without: '/account', canTrust: true },
};
const PROOF: ProofProps = {
  ...{ next: '/account/data', name: PERSON, username: addressOf('anna') },
  ways: {
    ...{ password: true, code: true, passkey: true },
    providers: [{ id: 'portal', issuer: 'https://portal.example', name: odd('Πύλη'), buttonText: null }],
  },
};
const RESET = { challenge: 'c', look: HEARTH_LOOK, name: PERSON, value: addressOf('anna') };
const UNDER_WAY = { token: 't', name: PERSON, readyAt: ago(-1), isReady: false, stoppedBefore: null };
const FACTS = {
  ...{ name: PERSON, value: addressOf('anna'), familyName: odd('Οι Ποταμοί'), clientName: CLIENT },
  beside: [{ digest: 'ab', familyName: odd('Οι Λίμνες'), inviterName: PERSON }],
};
const WELCOME = { name: PERSON, value: addressOf('anna'), client: null, isPasskeyOffered: true };
const SHOP = { id: '5', name: CLIENT, homepageUrl: 'https://shop.example/' };
const PROPOSAL = { kind: 'membership', action: '/proposal/t/decision', ...FACTS };
const ASKED = { action: '/proposal/t/sign-in', cancel: '/proposal/t/decision', clientName: CLIENT };

/** The pages around a sign-in, and those behind mailed links. */
export const SIGN_IN_PAGES: PageSamples = {
  secondFactorPage: {
    'without one': (reader) =>
      secondFactorPage(reader, {
        ...{
          protection: null,
          trusted: [],
          recoveryReadyAt: null,
          done: 'factors.removed',
          error: 'setupOver',
        },
      }),
    'with one': (reader) => secondFactorPage(reader, { ...PROTECTED, done: 'recovery.stoppedLead' }),
    'without a trusted browser': (reader) =>
      secondFactorPage(reader, { ...PROTECTED, trusted: [], recoveryReadyAt: null }),
  },
  factorSetupPage: {
    'with a wrong code': (reader) =>
      factorSetupPage(reader, { view: SETUP, takesSetupCode: false, error: 'codeWrong' }),
    'of somebody with a role': (reader) =>
      factorSetupPage(reader, {
        view: SETUP,
        takesSetupCode: true,
        setupCode: odd('α'),
        error: 'setupCodeWrong',
      }),
  },
  recoveryCodesPage: { 'with two': (reader) => recoveryCodesPage(reader, ['22222-33333', '44444-55555']) },
  secondStepPage: {
    'with both ways': (reader) => secondStepPage(reader, { ...STEP, trusts: true, error: WRONG_CODE }),
    'with a passkey only': (reader) =>
      secondStepPage(reader, {
        ...{ ...STEP, ways: { code: false, passkey: true }, without: null },
        error: { field: 'passkey', key: 'passkeyRefused', unknown: UNKNOWN },
      }),
    'with a code only': (reader) =>
      secondStepPage(reader, {
        ...{ ...STEP, ways: { code: true, passkey: false }, canTrust: false },
        error: { field: 'recovery', key: 'codeWrong', unknown: null },
      }),
  },
  secondStepOverPage: { 'too late': secondStepOverPage },
  signInCardPage: { 'with a message': (reader) => signInCardPage(reader, odd('Τέλος'), odd('Τέλος')) },
  proofPage: {
    'by every way': (reader) => proofPage(reader, PROOF),
    'by a password, which was wrong': (reader) =>
      proofPage(reader, {
        ...{ ...PROOF, ways: { password: true, code: false, passkey: false, providers: [] } },
        error: { field: 'current', key: 'wrongPassword' },
      }),
    'by a provider only': (reader) =>
      proofPage(reader, { ...PROOF, ways: { ...PROOF.ways, password: false, code: false, passkey: false } }),
  },
  forgottenPage: {
    'in a challenge': (reader) =>
      forgottenPage(reader, {
        ...{ challenge: 'c', look: HEARTH_LOOK, identifier: odd('Ά'), error: 'identifierRequired' },
      }),
    'by itself': (reader) =>
      forgottenPage(reader, { challenge: null, look: HEARTH_LOOK, identifier: '', error: 'tooMany' }),
  },
  resetPage: {
    'with an error': (reader) => resetPage(reader, { ...RESET, error: 'tooShort' }),
    'by itself': (reader) => resetPage(reader, { ...RESET, challenge: null }),
  },
  resetOverPage: { 'a used link': (reader) => resetOverPage(reader, 'c', HEARTH_LOOK) },
  lostFactorPage: {
    'of a stranger': (reader) => lostFactorPage(reader, { back: null }),
    'with an error': (reader) => lostFactorPage(reader, { back: '/sign-in/code', error: 'recoveryNotHere' }),
  },
  underWayPage: {
    'during the wait': (reader) => underWayPage(reader, UNDER_WAY),
    'after it': (reader) => underWayPage(reader, { ...UNDER_WAY, isReady: true }),
    'that no link stops': (reader) => underWayPage(reader, { ...UNDER_WAY, stoppedBefore: ago(9) }),
  },
  notePage: {
    'with facts': (reader) => notePage(reader, 'handOver.stopped', FACTS),
    'with a date': (reader) => notePage(reader, 'data.asked', { ...FACTS, at: '2026-03-08T12:00:00Z' }),
  },
  invitationPage: {
    'to a family': (reader) => invitationPage(reader, FACTS),
    'without a family, with errors': (reader) =>
      invitationPage(
        reader,
        { ...FACTS, familyName: null },
        { errors: { name: 'nameRequired', password: 'common' }, accepted: ['ab'] },
      ),
  },
  additionPage: { 'of an address': (reader) => additionPage(reader, FACTS) },
  expiredPage: { 'of an invitation': (reader) => expiredPage(reader, '/invitation/t/resend') },
  welcomePage: {
    'invited by an application': (reader) => welcomePage(reader, { ...WELCOME, client: SHOP }),
    'invited by a member': (reader) => welcomePage(reader, { ...WELCOME, isPasskeyOffered: false }),
  },
  linkPage: {
    'of a partner': (reader) =>
      linkPage(reader, {
        ...{ action: '/link/t/decision', switchPath: '/link/t?switch=1', clientName: CLIENT },
        ...{ label: odd('Άννα εκεί'), accountId: '7', accountName: PERSON, look: HEARTH_LOOK },
      }),
  },
  proposalPage: {
    'of a family': (reader) => proposalPage(reader, PROPOSAL),
    'of an address': (reader) => proposalPage(reader, { ...PROPOSAL, kind: 'confirmation' }),
  },
  proposalSignInPage: {
    'to another account': (reader) =>
      proposalSignInPage(reader, { ...ASKED, identifier: odd('Ά'), isOther: true }),
    'after a wrong password': (reader) =>
      proposalSignInPage(reader, { ...ASKED, identifier: '', isOther: false, error: { key: 'wrong' } }),
  },
};
