import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { SessionIds } from './session-ids.js';
import { SessionSecrets } from './session-secrets.js';

const ID = 'an-id-that-was-drawn-by-lot';
const idsWith = (...secrets: string[]): SessionIds => new SessionIds(new SessionSecrets(secrets));
const digest = createHash('sha256').update(ID).digest();

/** Signed as express-session does, computed without Hearth's code. */
function cookieOf(id: string, secret: string): string {
  const mac = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return encodeURIComponent(`s:${id}.${mac}`);
}

describe('the session id as callers know it (D65, D113)', () => {
  it('is the value of the cookie, signed with the newest secret', () => {
    expect(idsWith('new', 'old').toCookie(ID)).toBe(cookieOf(ID, 'new'));
  });

  it.each(['new', 'old'])('leads to its session when it was signed with the %s secret', (secret) => {
    const cookie = cookieOf(ID, secret);
    expect(idsWith('new', 'old').digestOf(cookie)).toEqual(digest);
    expect(idsWith('new', 'old').digestOf(decodeURIComponent(cookie))).toEqual(digest);
  });

  it.each([
    ['signed with another secret', cookieOf(ID, 'other')],
    ['not signed', ID],
    ['not signed, with the mark', `s:${ID}`],
    ['with an empty signature', `s:${ID}.`],
    ['without the mark', decodeURIComponent(cookieOf(ID, 'new')).slice(2)],
    ['empty', ''],
    ['signed and empty', cookieOf('', 'new')],
    ['badly encoded', '%E0%A4%A'],
  ])('leads nowhere when it is %s', (_what, cookie) => {
    const found = idsWith('new', 'old').digestOf(cookie);
    expect(found).toHaveLength(32);
    expect(found).not.toEqual(digest);
    expect(found).not.toEqual(createHash('sha256').update('').digest());
  });
});
