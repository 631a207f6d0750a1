import { describe, expect, it } from '@jest/globals';
import { visitWith } from '../../test/support/visits.js';
import { LanguageController } from './language.controller.js';

async function choose(form: Readonly<Record<'language' | 'next', string>>) {
  const { visit, cookies } = visitWith({ body: form });
  const { status, headers } = await new LanguageController().choose(visit);
  return { status, to: headers.Location, cookies };
}

describe('the form of the language', () => {
  it('keeps the language for a year, and leads back', async () => {
    const cookie = 'hearth_language=de; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(await choose({ language: 'de', next: '/account?a=b' })).toEqual({
      ...{ status: 303, to: '/account?a=b', cookies: [cookie] },
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/a\r\nSet-Cookie: b=c',
    '',
    'account',
  ])('leads to no other server: %j', async (next) => {
    expect(await choose({ language: 'de', next })).toMatchObject({ status: 303, to: '/' });
  });

  it.each(['xx', 'DE', '', '__proto__'])('changes nothing by the unknown language %j', async (language) => {
    expect(await choose({ language, next: '/sign-in' })).toEqual({
      status: 303,
      to: '/sign-in',
      cookies: [],
    });
  });
});
