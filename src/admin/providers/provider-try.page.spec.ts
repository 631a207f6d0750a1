import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../../test/support/visits.js';
import type { IdentityProvider } from '../../oauth/providers/identity-provider.entity.js';
import { judgeMetadata } from '../../oauth/providers/provider-metadata.js';
import { triedPage, tryPage } from './provider-try.page.js';

const ISSUER = 'https://school.example';
const SCHOOL = {
  ...{ id: 'school', name: 'School', issuer: ISSUER, scopes: ['profile'], sealedSecret: Buffer.from('x') },
} as unknown as IdentityProvider;
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
  code_challenge_methods_supported: ['S256'],
  id_token_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
};

/** The failed checks of these metadata on the page: their names and messages. */
function failings(changed: object): Record<string, string> {
  const findings = judgeMetadata(SCHOOL, { ...METADATA, ...changed });
  const page = tryPage({ by: ADMINISTRATOR, provider: SCHOOL, findings, to: null });
  return Object.fromEntries(
    [...page.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].flatMap(([row]) => {
      const cells = [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) =>
        cell.replace(/<[^>]*>/g, '').trim(),
      );
      return cells.length === 3 && ['Warning', 'Failed'].includes(cells[1]) ? [[cells[0], cells[2]]] : [];
    }),
  );
}

describe('the page of a provider that is tried (D297)', () => {
  it('has nothing to warn about where all fits', () => {
    expect(failings({})).toEqual({});
  });

  it.each<[string, object, Record<string, string>]>([
    ['no S256', { code_challenge_methods_supported: ['plain'] }, { PKCE: 'It takes only plain' }],
    ['no PKCE', { code_challenge_methods_supported: undefined }, { PKCE: 'does not say whether' }],
    [
      'keys only',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      { 'Client authentication': 'private_key_jwt' },
    ],
    ['shared keys', { id_token_signing_alg_values_supported: ['HS256'] }, { Signatures: 'HS256' }],
    ['no code', { response_types_supported: ['id_token'] }, { 'Authorization code': 'id_token' }],
    ['no profile', { scopes_supported: ['openid'] }, { Scopes: 'profile' }],
    ['a list that is none', { code_challenge_methods_supported: 'S256' }, { PKCE: 'does not say whether' }],
  ])('warns about possible problems, and only about them: %s', (_what, changed, told) => {
    const found = failings(changed);
    expect(Object.keys(found)).toEqual(Object.keys(told));
    for (const [name, text] of Object.entries(told)) expect(found[name]).toContain(text);
  });

  it('shows acr, amr and auth_time where they came back, and says if they did not', () => {
    const came = { issuer: ISSUER, subject: 'mia-7', label: 'Mia', algorithm: 'ES256', claims: ['sub'] };
    const shown = (outcome: { acr: string | null; amr: string | null; authTime: number | null }) =>
      triedPage({ by: ADMINISTRATOR, provider: SCHOOL, outcome: { ...came, ...outcome } });
    const whole = shown({ acr: 'urn:school:two', amr: 'pwd, otp', authTime: 1_700_000_000 });
    for (const said of ['urn:school:two', 'pwd, otp', '2023-11-14', 'ES256', 'mia-7'])
      expect(whole).toContain(said);
    const silent = shown({ acr: '<b>', amr: null, authTime: null });
    expect(silent.split('Not told')).toHaveLength(3);
    expect(silent).toContain('&lt;b>');
  });
});
