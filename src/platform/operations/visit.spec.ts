import { describe, expect, it } from '@jest/globals';
import type { IncomingHttpHeaders } from 'node:http';
import { visitWith } from '../../../test/support/visits.js';

const visitBy = (headers: IncomingHttpHeaders, isEncrypted = true) =>
  visitWith({}, { target: '/account/apps?after=2', headers, isEncrypted });

describe('a visit', () => {
  it('has the path without the query', () => {
    expect(visitBy({}).visit.path).toBe('/account/apps');
  });

  it('has the first cookie of a name, and no other of a longer one', () => {
    const { visit } = visitBy({ cookie: 'ab=1; a=2; a=3' });
    expect([visit.cookie('a'), visit.cookie('b')]).toEqual(['2', null]);
  });

  it.each([
    [true, 'a=b; Max-Age=90; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [false, 'a=b; Max-Age=90; Path=/; HttpOnly; SameSite=Lax'],
  ])('sets cookies for the way that it came by (TLS: %s)', (isEncrypted, line) => {
    const { visit, cookies } = visitBy({}, isEncrypted);
    visit.setCookie('a', 'b', { keptMs: 90_500 });
    expect(cookies).toEqual([line]);
  });

  it('forgets a cookie as it was set', () => {
    const { visit, cookies } = visitBy({});
    visit.clearCookie('__Host-a', { sameSite: 'strict' });
    expect(cookies[0]).toMatch(
      /^__Host-a=; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('has no file where none was chosen', () => {
    const { visit } = visitBy({});
    expect([visit.file, visit.fileText, visit.rawForm, visit.body]).toEqual([null, '', '', undefined]);
  });
});
