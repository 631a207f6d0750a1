import { describe, expect, it } from '@jest/globals';
import { MIA, pageOf, unused, visitWith } from '../../../test/support/visits.js';
import type { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import type { SignIn } from '../../identity/sessions/sign-in.js';
import type { AuthorizationDecisions } from './authorization-decisions.js';
import type { AuthorizationService, Challenge } from './authorization.service.js';
import { ChallengeController } from './challenge.controller.js';
import { signInPage } from './challenge.page.js';
import type { UncheckedClients } from './unchecked-clients.js';

interface Asked {
  /** Of the request at /authorize. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly clientName?: string;
  readonly scopes?: readonly string[];
  /** The browser is signed in. */
  readonly isSignedIn?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const SCOPES = ['openid'];
const NO_CONTEXT = {
  ...{ accountId: null, prompt: null, uiLocales: null, loginHint: null, hintedAccountId: null },
  redirectUri: 'https://bare.example/cb',
};

/** The pages of a challenge, and what the form of the sign-in answers to a wrong password. */
function challengeOf({ context, clientName = 'Bare', scopes = SCOPES, isSignedIn, headers }: Asked) {
  const challenge = {
    context: { ...NO_CONTEXT, ...context },
    client: { id: '5', name: clientName, homepageUrl: null, isDocument: false },
    ...{ scopes, resources: [] },
  } as unknown as Challenge;
  const who = { accountId: MIA.accountId, at: new Date(), methods: [] };
  const page = new ChallengeController(
    {
      find: () => Promise.resolve(challenge),
      isNewSignInAsked: () => false,
      lackOf: () => Promise.resolve('nothing'),
      isProven: () => true,
    } as unknown as AuthorizationService,
    { isRemembered: () => Promise.resolve(false) } as unknown as AuthorizationDecisions,
    { find: () => Promise.resolve(MIA) } as unknown as AccountInformationService,
    {
      current: () => Promise.resolve(isSignedIn ? who : null),
      attempt: () =>
        Promise.resolve({ error: { key: 'wrong' }, identifier: 'anna', answering: { status: 401 } }),
    } as unknown as SignIn,
    unused(),
    unused(),
    { refusedBy: () => Promise.resolve(null), noteOf: () => null } as unknown as UncheckedClients,
  );
  const { visit } = visitWith({ query: { session_id: 's' } }, { headers });
  return { show: async () => pageOf(await page.show(visit)), signIn: () => page.signInForIt(visit) };
}

const shown = (asked: Asked) => challengeOf(asked).show();

describe('the sign-in of a challenge', () => {
  it('is filled in by login_hint, as text', async () => {
    const text = await shown({ context: { loginHint: 'anna@family.example"><b>' } });
    expect(text).toContain('value="anna@family.example&quot;>&lt;b>"');
  });

  it.each([
    ['de', undefined, 'de'],
    ['xx fr-CA de', 'es', 'fr'],
    ['de_DE', 'es', 'de'],
    [null, 'es', 'es'],
    ['xx', 'es', 'es'],
    ['xx', undefined, 'en'],
  ])('for ui_locales=%s with Accept-Language %s is %s', async (uiLocales, accepted, language) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const text = await shown({ context: { uiLocales }, headers });
    expect(text).toContain(`<html lang="${language}">`);
  });

  // I2.2-09
  it('takes a login of 255 characters of two UTF-16 units each (D20)', async () => {
    expect(/<input id="identifier"[^>]*>/.exec(await shown({}))?.[0]).toContain('maxlength="510"');
  });

  // I3.3-08, I3.3-09
  it('names the third party and the requested permission, before and after a wrong password (§3.3 C)', async () => {
    const account = ['name', 'e-mail addresses', 'phone numbers'].map((what) => `<li>see your ${what}</li>`);
    const openid = 'recognize you when you come back';
    const narrow = challengeOf({ clientName: 'Shop' });
    const again = await narrow.signIn();
    expect(again.status).toBe(401);
    for (const text of [await narrow.show(), pageOf(again)]) {
      expect(text).toContain('to continue to Shop');
      expect(text).toContain('Shop asks for your permission to:');
      expect(text).toContain(`<li>${openid}</li>`);
      for (const row of account) expect(text).not.toContain(row);
    }
    const text = await shown({ scopes: ['account', 'openid'] });
    expect(text).toContain(`<li>${openid}</li>`);
    for (const row of account) expect(text.split(row)).toHaveLength(2); // said once (D236)
    const own = { action: '/sign-in', clientName: null, identifier: '', cancel: null };
    const ofServer = signInPage({ language: 'en', timeZone: 'UTC', path: '/sign-in' }, own);
    expect(ofServer).not.toContain('asks for your permission');
  });
});

describe('the consent of a challenge', () => {
  // I2.3-13, I3.3-08
  it('names the third party, its site and the requested permissions (D58)', async () => {
    const text = await shown({ isSignedIn: true });
    for (const part of ['Connect Bare?', 'Mia', 'recognize you when you come back', 'bare.example'])
      expect(text).toContain(part);
    expect(text).not.toContain('see your name');
    expect(await shown({ isSignedIn: true, scopes: ['account'] })).toContain('see your name');
  });

  it('says what an app will learn, and nothing more', async () => {
    const text = await shown({ isSignedIn: true, scopes: ['openid', 'email'] });
    expect(text).toContain('see your e-mail address');
    expect(text).not.toContain('see your name');
  });

  it('names an app by its scheme: the part after it is no host', async () => {
    const text = await shown({ isSignedIn: true, context: { redirectUri: 'com.example.pocket://cb' } });
    expect(text).toContain('You will go back to com.example.pocket<');
  });
});
