import { describe, expect, it } from '@jest/globals';
import { MIA, ownVisitWith, pageOf, unused } from '../../test/support/visits.js';
import type { AccountService } from '../identity/accounts/account.service.js';
import type { ProfileService } from '../identity/accounts/profile.service.js';
import type { SecondFactors } from '../identity/factors/second-factors.js';
import type { AccountInformationService } from '../identity/accounts/account-information.service.js';
import type { Outcomes } from '../identity/mailed-links/outcomes.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { Shown } from '../platform/operations/shown.js';
import type { Proofs } from '../identity/sessions/proofs.js';
import { CredentialsController } from './credentials.controller.js';
import { IdentifiersController } from './identifiers.controller.js';
import type { OwnIdentifiers } from './identifiers/own-identifiers.service.js';
import { OwnCredentials } from './own-credentials.js';
import type { PasswordChange } from './password-change.js';
import type { OwnPasskeys } from './passkeys/own-passkeys.js';
import type { WaysIn } from './ways/ways-in.js';

const EMAIL = MIA.identifiers[0].value;
const CURRENT = 'the-current-one-7';
const NEXT = 'marzipan-gallop-41';

const waysIn = {
  hasPassword: () => Promise.resolve(true),
  connectionsOf: () => Promise.resolve({ connected: [], others: [] }),
  suspendedOf: () => Promise.resolve([]),
} as unknown as WaysIn;

/** The page of sign-in methods of an account with one address and a password. */
const own = new OwnCredentials(
  { find: () => Promise.resolve(MIA) } as unknown as AccountInformationService,
  { waiting: () => Promise.resolve([]) } as unknown as OwnIdentifiers,
  { of: () => Promise.resolve(null) } as unknown as SecondFactors,
  { listOf: () => Promise.resolve(null) } as unknown as OwnPasskeys,
  waysIn,
  { find: () => null } as unknown as Outcomes,
);

/** The text of the error beside a field; null: there is none. */
const errorAt = (shown: Shown, field: string) =>
  new RegExp(`id="${field}-error"[^>]*>([^<]*)<`).exec(pageOf(shown))?.[1] ?? null;

describe('the form of a new password', () => {
  async function change(form: Readonly<Record<string, string>>) {
    const changed: unknown[] = [];
    const verify = (_: unknown, current: string | null) =>
      current === CURRENT
        ? Promise.resolve()
        : Promise.reject(new CallError(Errors.credentialInvalid, { accountId: MIA.accountId }));
    const passwords = {
      verify,
      change: async (who: unknown, chosen: { readonly current: string | null }) => {
        await verify(who, chosen.current);
        changed.push(chosen);
      },
    };
    const page = new CredentialsController(
      own,
      passwords as unknown as PasswordChange,
      { wordsOf: () => Promise.resolve(['Mia', EMAIL]) } as unknown as AccountService,
      waysIn,
      { show: () => Promise.resolve() } as unknown as Proofs,
    );
    const body = { reason: 'known', current: CURRENT, password: NEXT, ...form };
    return { shown: await page.changePassword(ownVisitWith({ body })), changed };
  }

  it('changes it where all is right', async () => {
    const { shown, changed } = await change({});
    expect(shown.headers.Location).toBe('/account/sign-in?done=replaced#password-section');
    expect(changed).toEqual([{ current: CURRENT, next: NEXT, remedy: 'replacePassword' }]);
  });

  it.each([
    ['short', 'Use at least 8 characters.'],
    ['password1', 'Many people use this password'],
    [EMAIL, 'Do not use your name or address'],
  ])('refuses %s with the reason, and changes nothing (D69)', async (password, reason) => {
    const { shown, changed } = await change({ password });
    expect([shown.status, changed]).toEqual([400, []]);
    expect(errorAt(shown, 'password')).toContain(reason);
    expect(errorAt(shown, 'current')).toBeNull();
  });

  it('asks for the reason, with nothing chosen', async () => {
    const text = pageOf(await own.show(ownVisitWith({})));
    expect(text.match(/type="radio"/g)).toHaveLength(2);
    expect(text).not.toMatch(/type="radio"[^>]* checked/);
  });

  it.each(['', 'other', 'constructor'])('changes nothing for the reason %j', async (reason) => {
    const { shown, changed } = await change({ reason });
    expect([shown.status, changed]).toEqual([400, []]);
    expect(shown.body).toContain('Choose one of the two.');
  });

  it('reports at once what is wrong with both passwords, each beside its field', async () => {
    const { shown, changed } = await change({ current: 'not-the-one', password: 'short' });
    expect([shown.status, changed]).toEqual([401, []]);
    expect(errorAt(shown, 'current')).toBe('This is not your current password.');
    expect(errorAt(shown, 'password')).toBe('Use at least 8 characters.');
  });

  it.each(['not-the-one', 'short'])('shows no password again: %s', async (typed) => {
    const { shown } = await change({ current: typed, password: 'short' });
    expect(shown.body).not.toContain(`value="${typed}"`);
    expect(shown.body).toMatch(/<input [^>]*name="current"[^>]* autocomplete="current-password"/);
    expect(shown.body).toMatch(/<input [^>]*name="password"[^>]* autocomplete="new-password"/);
  });
});

describe('the form of a further address (D106)', () => {
  it.each(['', 'x', '12', 'a@b', 'mia.login', '+1234567890', 'a b@c.example', 'x'.repeat(300)])(
    'refuses a text that is no address and no number, sends nothing, and spends nothing: %j',
    async (identifier) => {
      const profile = { name: 'Mia', countryCode: null, locale: 'en', timeZone: null };
      const page = new IdentifiersController(
        own,
        unused(),
        { of: () => Promise.resolve(profile) } as unknown as ProfileService,
        unused(),
        unused(),
        unused(),
      );
      const shown = await page.add(ownVisitWith({ body: { identifier } }));
      expect(shown.status).toBe(400);
      expect(errorAt(shown, 'identifier')).toContain('This is neither');
      expect(shown.body).toContain('<details open>');
    },
  );
});
