import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CallError } from '../../../src/platform/errors/call-error.js';
import { Errors } from '../../../src/platform/errors/catalogue.js';
import { PasswordHasher } from '../../../src/platform/security/password-hasher.js';
import {
  headingOf,
  invited,
  newEmail,
  newPhone,
  outboxOf,
  PASSWORD,
  provision,
  statusOf,
  submit,
} from '../../support/invitations.js';
import type { RawAnswer } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** The `<input>` of this name. */
const inputOf = ({ text }: RawAnswer, name: string): string =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? '';
/** The error message of the input with this name; null when it is marked as valid. */
function errorOf(answer: RawAnswer, name: string): string | null {
  const input = inputOf(answer, name);
  if (!input.includes('aria-invalid="true"')) return null;
  const described = /aria-describedby="([^"]*)"/.exec(input)?.[1].split(' ') ?? [];
  const texts = described.map((id) => new RegExp(`id="${id}" class="error"[^>]*>([^<]*)<`).exec(answer.text));
  return texts.find((found) => found !== null)?.[1] ?? '';
}

describe('form errors appear beside their field, and the link stays usable (D24, D69)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  const EMAIL = 'rosa.rivers@invited.example';
  let rosa: { accountId: string; path: string };
  beforeAll(async () => {
    rosa = await invited(server, { Identifier: EMAIL, FamilyName: 'The Rivers' });
  });

  it.each([
    ['a common one', 'Password1', 'Many people use this password'],
    ['the e-mail address', EMAIL, 'Do not use your name or address'],
  ])('refuses a password that is %s', async (_what, password, message) => {
    const answer = await submit(server, rosa.path, { name: 'Rosa Maria Rivers', password });
    expect(answer.status).toBe(400);
    expect(headingOf(answer)).toBe('Join The Rivers');
    expect(errorOf(answer, 'password')).toContain(message);
    expect(errorOf(answer, 'name')).toBeNull();
    expect(inputOf(answer, 'name')).toContain('value="Rosa Maria Rivers"');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await statusOf(server, rosa.accountId)).toBe('pending');
  });

  it('refuses a body that is no form likewise, and keeps the link unspent', async () => {
    for (const [type, body] of [
      ['application/json', '{"name":"Rosa","password":"marzipan-gallop-41"}'],
      ['text/plain', 'name=Rosa'],
      ['multipart/form-data; boundary=x', '--x--'],
    ]) {
      const headers = { 'Content-Type': type, Accept: 'text/html' };
      const { status } = await fetch(`${server.url}${rosa.path}`, { method: 'POST', headers, body });
      expect([400, 415]).toContain(status);
    }
    expect(await statusOf(server, rosa.accountId)).toBe('pending');
  });

  it('after all that the link still works', async () => {
    expect((await submit(server, rosa.path)).status).toBe(303);
    expect(await statusOf(server, rosa.accountId)).toBe('active');
  });

  it.each(['the number as it was given', 'the number as it is stored', 'the other address'])(
    'refuses an identifier of the account as the password: %s (D69)',
    async (which) => {
      const [phone, email] = [newPhone(), newEmail()];
      const given = phone.replace('+49', '0');
      const { accountId, path } = await invited(server, { Type: 'phone', Identifier: given });
      await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: email });
      expect(await outboxOf(server, accountId)).toHaveLength(2);
      const passwords: Record<string, string> = {
        'the number as it was given': given,
        'the number as it is stored': phone,
        'the other address': email,
      };
      const answer = await submit(server, path, { name: 'Mia', password: passwords[which] });
      expect([answer.status, errorOf(answer, 'password')]).toEqual([
        400,
        'Do not use your name or address as the password.',
      ]);
    },
  );

  it('with too many hashes in progress, the form asks to try again, and keeps the name (D70)', async () => {
    const { accountId, path } = await invited(server);
    const full = new CallError(Errors.unavailable, {}, { headers: { 'Retry-After': '2' } });
    const busy = jest.spyOn(server.get(PasswordHasher), 'hash').mockRejectedValueOnce(full);
    const answer = await submit(
      server,
      path,
      { name: 'Maja', password: PASSWORD },
      { 'Accept-Language': 'de' },
    );
    busy.mockRestore();
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(await statusOf(server, accountId)).toBe('pending');
    expect((await submit(server, path)).status).toBe(303);
    expect(answer.text).toContain('<html lang="de">');
    expect(answer.text).toContain('Gerade ist viel los.');
    expect(inputOf(answer, 'name')).toContain('value="Maja"');
  });
});
