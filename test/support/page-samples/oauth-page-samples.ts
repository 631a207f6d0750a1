import {
  authorizationProblemPage,
  consentPage,
  refusedByFamilyPage,
  signInPage,
  type SignInProps,
} from '../../../src/oauth/authorize/challenge.page.js';
import { formPostPage } from '../../../src/oauth/authorize/form-post.page.js';
import { signedOutPage, signOutPage } from '../../../src/oauth/authorize/sign-out.page.js';
import { consentFormPage } from '../../../src/oauth/consent/consent-form.page.js';
import { deviceCodePage, deviceConsentPage } from '../../../src/oauth/device/device.page.js';
import { providerNotePage, type ProviderNote } from '../../../src/oauth/providers/provider-note.page.js';
import { backFromTrialPage } from '../../../src/oauth/providers/provider-trial.page.js';
import { homePage } from '../../../src/operate/start.page.js';
import { HEARTH_LOOK } from '../../../src/platform/pages/look.js';
import { CLIENT, odd } from './sample-names.js';
import { ASKED, RESOURCE, type PageSamples } from './sample-values.js';

const SIGN_IN: SignInProps = {
  ...{ action: '/challenge/sign-in?session_id=s', clientName: CLIENT, scopes: ASKED.scopes },
  ...{
    resources: [RESOURCE],
    identifier: odd('Ά'),
    challenge: 's',
    cancel: '/challenge/consent?session_id=s',
  },
  ...{ homepageUrl: 'https://shop.example/', elsewhere: '/challenge?session_id=s' },
};
const OWN: SignInProps = { action: '/sign-in', clientName: null, identifier: '', cancel: null };
const ERRORS = ['wrong', 'passkey', 'busy', 'leaving', 'otherAccount'] as const;
const CONSENT = { ...ASKED, destination: 'shop.example' };
const BACK = {
  ...{ clientId: 'shop', ofClient: '5', target: 'https://shop.example/bye', state: odd('σ') },
  ...{ address: 'https://shop.example/bye?state=s', homepageUrl: 'https://shop.example/' },
};
const PROBLEM = { key: 'refused', detail: odd('λάθος'), client: null, requestId: '17' } as const;
const NOTES: Readonly<Record<ProviderNote, true>> = {
  ...{ over: true, cancelled: true, failed: true, unavailable: true, blocked: true },
  ...{ taken: true, notAccepted: true, tooMany: true, notYou: true },
};

/** The pages at which applications sign people in, and the start page. */
export const OAUTH_PAGES: PageSamples = {
  signInPage: {
    'for an application': (reader) => signInPage(reader, SIGN_IN),
    'of the server': (reader) => signInPage(reader, OWN),
    'with a note of the server': (reader) =>
      signInPage(reader, { ...OWN, look: { ...HEARTH_LOOK, passwordNote: odd('Σημείωση') } }),
    'after many attempts': (reader) =>
      signInPage(reader, { ...SIGN_IN, error: { key: 'tooMany', seconds: 2 } }),
    ...Object.fromEntries(
      ERRORS.map((key) => [key, (reader) => signInPage(reader, { ...SIGN_IN, error: { key } })] as const),
    ),
  },
  consentPage: {
    'of an application': (reader) => consentPage(reader, CONSENT),
    'of one that nobody registered': (reader) =>
      consentPage(reader, {
        ...{ ...CONSENT, homepageUrl: null, resources: undefined },
        unchecked: { host: 'notes.example', statedName: odd('Σημειώσεις'), isOnThisDevice: true },
      }),
  },
  consentFormPage: {
    'that only reads': (reader) =>
      consentFormPage(reader, { ...ASKED, scopes: ['openid'], resources: [] }, { title: odd('Τίτλος') }),
  },
  refusedByFamilyPage: {
    'of a family': (reader) =>
      refusedByFamilyPage(reader, { action: '/challenge', host: 'notes.example', family: odd('Οι Ποταμοί') }),
  },
  authorizationProblemPage: {
    'of a known application': (reader) =>
      authorizationProblemPage(reader, {
        ...{ ...PROBLEM, client: { name: CLIENT, homepageUrl: 'https://shop.example/' } },
      }),
    'of an unknown one': (reader) => authorizationProblemPage(reader, PROBLEM),
    'too late': (reader) => authorizationProblemPage(reader, { ...PROBLEM, key: 'over', detail: null }),
    'too often': (reader) => authorizationProblemPage(reader, { ...PROBLEM, key: 'tooMany' }),
  },
  formPostPage: {
    'with a code': (reader) =>
      formPostPage(reader, HEARTH_LOOK, 'https://shop.example/callback', { code: 'c', state: odd('σ') }),
  },
  signOutPage: {
    'for an application': (reader) => signOutPage(reader, BACK),
    'of the server': (reader) => signOutPage(reader, null),
  },
  signedOutPage: { 'of the server': signedOutPage },
  deviceCodePage: {
    'with an error': (reader) =>
      deviceCodePage(reader, { action: '/device', code: odd('Ά'), error: 'noSuchCode' }),
  },
  deviceConsentPage: {
    'of a television': (reader) => deviceConsentPage(reader, { ...ASKED, code: '2345-6789' }),
  },
  providerNotePage: {
    ...Object.fromEntries(
      (Object.keys(NOTES) as ProviderNote[]).map(
        (key) =>
          [
            key,
            (reader) => providerNotePage(reader, { key, name: odd('Πύλη'), onward: '/sign-in' }),
          ] as const,
      ),
    ),
    'of no known provider': (reader) =>
      providerNotePage(reader, { key: 'failed', name: null, onward: '/sign-in' }),
  },
  homePage: { 'of this version': (reader) => homePage(reader, '1.2.3') },
};

/** In English only: administrators come by it. */
export const TRIAL_PAGES: PageSamples = {
  backFromTrialPage: {
    'of a provider': () => backFromTrialPage(odd('Πύλη'), '/admin/providers/portal/tried'),
  },
};
