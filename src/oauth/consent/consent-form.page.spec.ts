import { describe, expect, it } from '@jest/globals';
import { SCOPE_NAMES } from '../tokens/scope.js';
import { consentFormPage } from './consent-form.page.js';

const READER = { language: 'en', path: '/' } as never;
const ANNA = { accountId: '7', name: 'Anna', identifiers: [] };
const ASKED = { action: '/', switchPath: '/', clientName: 'Prints', homepageUrl: null, account: ANNA };

/** What the page says that the client can't do. */
function withheldFrom(...scopes: string[]): string | undefined {
  const page = consentFormPage(READER, { ...ASKED, scopes }, { title: 'Connect Prints?' });
  return /It does not get[^<]*/.exec(page)?.[0];
}

describe('the consent page', () => {
  it('says that nothing can be changed, for each scope but those that manage something', () => {
    const changing = SCOPE_NAMES.filter((scope) => !/change nothing/.test(withheldFrom(scope) ?? ''));
    expect(changing).toEqual(['family.manage']);
    expect(withheldFrom('openid', 'family.manage')).toBe('It does not get your password.');
  });

  it('promises nothing about a scope that it does not know', () => {
    expect(withheldFrom('openid', 'photos.write')).toBe('It does not get your password.');
  });
});
