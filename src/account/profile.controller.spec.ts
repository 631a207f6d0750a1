import { describe, expect, it } from '@jest/globals';
import { ownVisitWith, pageOf } from '../../test/support/visits.js';
import type { ProfileService } from '../identity/accounts/profile.service.js';
import type { Checkups } from './checkups.js';
import type { OwnIdentifiers } from './identifiers/own-identifiers.service.js';
import { ProfileController } from './profile.controller.js';

type Form = Readonly<Record<string, string>>;

const CHECKUP = {
  ...{ now: new Date('2026-03-01T12:00:00Z'), hasPassword: true, passwordSince: null, hasCodes: false },
  ...{ passkeys: 0, unconfirmed: [], unused: 0 },
};

/** Sends the form of a profile. */
async function save(form: Form) {
  const saved: unknown[] = [];
  const profiles = {
    of: () => Promise.resolve({ name: 'Mia', countryCode: null, locale: 'en', timeZone: null }),
    change: (_: string, values: unknown) => Promise.resolve(saved.push(values)),
  };
  const page = new ProfileController(
    profiles as unknown as ProfileService,
    { askedOf: () => Promise.resolve([]) } as unknown as OwnIdentifiers,
    { of: () => Promise.resolve(CHECKUP) } as unknown as Checkups,
  );
  const body = { name: 'Maja', countryCode: 'fr', locale: 'EN', timeZone: '', ...form };
  return { shown: await page.change(ownVisitWith({ body })), saved };
}

describe('the form of a profile (D30)', () => {
  it('saves what fits', async () => {
    const { shown, saved } = await save({});
    expect(shown.headers.Location).toBe('/account?done=saved#profile');
    expect(saved).toEqual([{ name: 'Maja', countryCode: 'fr', locale: 'EN', timeZone: null }]);
  });

  it.each<[Form, string, field: string]>([
    [{ name: '  ' }, 'Enter your name.', 'name'],
    [{ name: 'a\r\nBcc: x' }, 'Enter your name.', 'name'],
    [{ name: 'x'.repeat(256) }, 'At most 255 characters.', 'name'],
    [{ countryCode: 'XX' }, 'Choose an option from the list.', 'countryCode'],
    [{ countryCode: 'DEU' }, 'Choose an option from the list.', 'countryCode'],
    [{ locale: 'xx' }, 'Choose an option from the list.', 'locale'],
    [{ timeZone: 'Mars/Base' }, 'Choose an option from the list.', 'timeZone'],
    [{ timeZone: '+01:00' }, 'Choose an option from the list.', 'timeZone'],
  ])('refuses %j with the reason, beside its field, and saves nothing', async (form, reason, field) => {
    const { shown, saved } = await save(form);
    expect([shown.status, saved]).toEqual([400, []]);
    const text = pageOf(shown);
    expect(text).toMatch(new RegExp(`id="${field}-error"[^>]*>${reason}<`));
    expect(text.match(/class="error"/g)).toHaveLength(1);
  });
});
