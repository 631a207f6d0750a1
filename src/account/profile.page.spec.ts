import { describe, expect, it } from '@jest/globals';
import type { Checkup } from './checkups.js';
import { profilePage } from './profile.page.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const NEW: Checkup = {
  ...{ now: NOW, hasPassword: true, passwordSince: NOW, hasCodes: false, passkeys: 0 },
  ...{ unconfirmed: [], unused: 0 },
};

/** The lines of the checkup on the page: what each says, whether something is to be mended, and where it leads. */
function checkup(state: Partial<Checkup>): Record<string, string> {
  const page = profilePage(
    { language: 'en', timeZone: 'UTC', path: '/account' },
    {
      profile: { name: 'Mia', countryCode: null, locale: 'en', timeZone: null },
      ...{ countryCodes: ['DE'], asked: [], checkup: { ...NEW, ...state } },
    },
  );
  const card = /<section class="card" id="checkup">(.*?)<\/section>/s.exec(page)?.[1] ?? '';
  const line =
    /<li><div><strong( class="warn")?>([^<]*)<\/strong><div class="hint">(.*?)<\/div><\/div><a href="([^"]+)">[^<]+<\/a><\/li>/gs;
  const found = [...card.matchAll(line)].map(([, open, label, says, href]) => [
    label,
    `${open === undefined ? '' : '! '}${says.replace(/<[^>]+>/g, '')} ${href}`,
  ]);
  expect(found.length).toBe(card.split('<li>').length - 1);
  return Object.fromEntries(found) as Record<string, string>;
}

describe('the checkup on top of an account (D387)', () => {
  it('names what is missing on a new account, and nothing that is in order', () => {
    expect(checkup({})).toEqual({
      Password: 'changed now /account/sign-in#password-section',
      'Second factor': '! off: your password is enough to sign in /account/second-factor',
      Passkeys: '! none yet /account/sign-in#passkeys',
    });
  });

  it('says what is in order', () => {
    const since = new Date('2025-11-20T12:00:00Z');
    expect(checkup({ hasCodes: true, passkeys: 2, passwordSince: since })).toEqual({
      Password: 'changed 3 months ago /account/sign-in#password-section',
      'Second factor': 'on /account/second-factor',
      Passkeys: '2 /account/sign-in#passkeys',
    });
  });

  it.each<[Partial<Checkup>, string]>([
    [{ passwordSince: null }, 'not changed for a long time'],
    [{ hasPassword: false }, 'none yet'],
  ])('says of the password %j: %s', (state, says) => {
    expect(checkup(state).Password).toBe(`${says} /account/sign-in#password-section`);
  });

  it('leaves passkeys out on a server that can have none', () => {
    expect(Object.keys(checkup({ passkeys: null }))).toEqual(['Password', 'Second factor']);
  });

  it('names addresses that are not confirmed, as text, and counts devices that nobody uses', () => {
    expect(checkup({ unconfirmed: ['<b>@waits.example', '+4915112345678'], unused: 3 })).toMatchObject({
      'Addresses not confirmed yet': '! &lt;b>@waits.example, +4915112345678 /account/sign-in#identifiers',
      'Devices not used for a year': '! 3 /account/devices',
    });
  });
});
