import { describe, expect, it } from '@jest/globals';
import { pageOf, unused, visitWith } from '../../test/support/visits.js';
import { PasswordResetController } from './password-reset.controller.js';
import type { PasswordReset } from './password-reset.service.js';

const EMAIL = 'mia@family.example';
const LINK = { state: 'open', name: 'Mia', value: EMAIL, own: [EMAIL], accountId: '7', locale: 'en' };

/** Its link works, until a password is accepted, which would need what is missing here. */
const page = new PasswordResetController(
  unused(),
  { look: () => Promise.resolve(LINK) } as unknown as PasswordReset,
  unused(),
  unused(),
  unused(),
  unused(),
);

describe('the form that asks for a link (D105)', () => {
  it.each(['', '  '])('comes back where nothing is in it: %j', async (identifier) => {
    const shown = await page.send(visitWith({ body: { identifier } }).visit);
    expect(shown.status).toBe(400);
    expect(shown.body).toContain('Enter your e-mail, phone or login.');
    expect(shown.body).toMatch(/<input aria-invalid="true"[^>]*name="identifier"/);
  });

  it.each(['"><b>', '/../../x', 'x'.repeat(44)])('ignores what is no challenge: %j', async (challenge) => {
    const { status, body } = await page.ask(challenge, visitWith({ query: { challenge } }).visit);
    expect(status).toBe(200);
    expect(body).not.toContain('name="challenge"');
    expect(body).not.toContain('<b>');
  });
});

describe('the form behind the link', () => {
  it.each([
    ['short', 'Use at least 8 characters.'],
    ['password1', 'Many people use this password'],
    ['mia', 'Use at least 8 characters.'],
    [EMAIL, 'Do not use your name or address'],
  ])('refuses the new password %s with the reason, and leaves the link (D69)', async (password, reason) => {
    const shown = await page.choose('t', visitWith({ body: { password } }).visit);
    expect(shown.status).toBe(400);
    expect(shown.body).toContain(reason);
    expect(/<input [^>]*name="password"[^>]*>/.exec(pageOf(shown))?.[0]).not.toContain(' value="');
  });

  it('tells password managers whose new password it is', async () => {
    const { body } = await page.show('t', undefined, visitWith({}).visit);
    expect(body).toContain('<h1>Choose a new password</h1>');
    expect(body).toMatch(new RegExp(`name="username" value="${EMAIL}" autocomplete="username"`));
    expect(body).toMatch(/<input [^>]*name="password"[^>]* autocomplete="new-password"/);
  });
});
