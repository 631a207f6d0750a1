import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { readForm } from '../../platform/checks/form.js';
import { pageErrors } from '../../platform/pages/page-errors.js';
import type { Language } from '../../platform/pages/texts/texts.js';
import { InvitationForm } from './invitation-form.js';
import { invitationPage } from './invitation.page.js';

const EMAIL = 'rosa.rivers@invited.example';
const GOOD = { name: 'Rosa Maria Rivers', password: 'marzipan-gallop-41' };
const FACTS = { value: EMAIL, familyName: 'The Rivers', clientName: 'Smith Cloud', beside: [] };

/** The page that answers a form which was filled in wrongly. */
async function pageAfter(sent: object, language: Language = 'en'): Promise<string> {
  const { values, problems } = await readForm(InvitationForm, sent, { own: [EMAIL] });
  const reader = { language, timeZone: 'UTC', path: '/invitation/t' };
  return invitationPage(
    reader,
    { ...FACTS, name: values.name },
    { errors: pageErrors(problems), accepted: [] },
  );
}

/** The `<input>` of this name. */
function inputIn(page: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? '';
}

/** The error that the input of this name is described by; null when it is marked as valid. */
function errorIn(page: string, name: string): string | null {
  const input = inputIn(page, name);
  if (!input.includes('aria-invalid="true"')) return null;
  const described = /aria-describedby="([^"]*)"/.exec(input)?.[1].split(' ') ?? [];
  const texts = described.map((id) => new RegExp(`id="${id}" class="error"[^>]*>([^<]*)<`).exec(page));
  return texts.find((found) => found !== null)?.[1] ?? '';
}

describe('the page of an invitation says beside each field what is wrong with it (D24, D69)', () => {
  it.each([
    ['nothing', '', 'Use at least 8 characters.'],
    ['seven characters', 'wxkqv-7', 'Use at least 8 characters.'],
    ['257 characters', 'ä'.repeat(257), 'Use at most 256 characters.'],
    ['a common one', 'Password1', 'Many people use this password'],
    ['the name typed', 'Rosa Maria Rivers', 'Do not use your name or address'],
    ['the name in another case', 'ROSA MARIA RIVERS', 'Do not use your name or address'],
    ['the e-mail address in capitals', EMAIL.toUpperCase(), 'Do not use your name or address'],
  ])('a password that is %s', async (_what, password, message) => {
    const page = await pageAfter({ ...GOOD, password });
    expect(errorIn(page, 'password')).toContain(message);
    expect(errorIn(page, 'name')).toBeNull();
    expect(inputIn(page, 'name')).toContain('value="Rosa Maria Rivers"');
    expect(inputIn(page, 'password')).toMatch(/value=""|^(?!.*value=)/);
  });

  it.each([
    ['empty', '', 'Enter your name.'],
    ['blank', '   ', 'Enter your name.'],
    ['with a line break', 'Rosa\r\nRivers', 'Enter your name.'],
    ['with a control character', 'Rosa\u0007', 'Enter your name.'],
    ['of 256 characters', 'x'.repeat(256), 'At most 255 characters.'],
  ])('a name that is %s', async (_what, name, message) => {
    const page = await pageAfter({ ...GOOD, name });
    expect([errorIn(page, 'name'), errorIn(page, 'password')]).toEqual([message, null]);
  });

  it.each([{ name: '', password: 'short' }, { other: 'x' }])('both fields at once: %j', async (sent) => {
    const page = await pageAfter(sent);
    expect(errorIn(page, 'name')).toBe('Enter your name.');
    expect(errorIn(page, 'password')).toBe('Use at least 8 characters.');
  });

  it('nothing beside fields that are right', async () => {
    const page = await pageAfter(GOOD);
    expect([errorIn(page, 'name'), errorIn(page, 'password')]).toEqual([null, null]);
  });

  it('a name typed with markup comes back as text', async () => {
    const page = await pageAfter({ name: '"><b>Rosa</b>', password: 'short' });
    expect(page).not.toContain('<b>');
    expect(page).toContain('value="&quot;>&lt;b>Rosa&lt;/b>"');
  });

  it.each<[Language, string]>([
    ['fr', 'Utilisez au moins 8 caractères.'],
    ['de', 'Benutzen Sie mindestens 8 Zeichen.'],
    ['es', 'Usa al menos 8 caracteres.'],
  ])('in the language of its reader: %s', async (language, message) => {
    const page = await pageAfter({ ...GOOD, password: 'short' }, language);
    expect(errorIn(page, 'password')).toBe(message);
    expect(page).toContain(`<html lang="${language}">`);
  });
});

describe('the page of an invitation', () => {
  it('shows markup in names as text', () => {
    const facts = { ...FACTS, familyName: '<b>"bold"</b>', name: '"><script>alert(1)</script>' };
    const page = invitationPage({ language: 'en', timeZone: 'UTC', path: '/invitation/t' }, facts, {
      errors: {},
      accepted: [],
    });
    expect(page).not.toMatch(/<b>|<script>alert|value=""><script/);
    expect(page).toContain('&lt;b>');
    expect(page).toContain('&lt;script>alert(1)');
  });
});
