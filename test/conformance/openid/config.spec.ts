import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importJWK, type JWK } from 'jose';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PUBLIC_URL = 'https://hearth.example';

/**
 * Names from RFC 8414, OpenID Connect Discovery and the specifications of sign-out and of `prompt`, and from those
 * of device authorization (RFC 8628), pushed requests (RFC 9126), DPoP (RFC 9449), protected resources (RFC
 * 9728), signed introspection (RFC 9701) and Client ID Metadata Documents.
 */
const KNOWN = new Set(
  [
    'issuer authorization_endpoint token_endpoint userinfo_endpoint jwks_uri end_session_endpoint',
    'revocation_endpoint introspection_endpoint service_documentation subject_types_supported scopes_supported',
    'token_endpoint_auth_methods_supported revocation_endpoint_auth_methods_supported grant_types_supported',
    'introspection_endpoint_auth_methods_supported id_token_signing_alg_values_supported claims_supported',
    'claims_parameter_supported request_parameter_supported request_uri_parameter_supported',
    'acr_values_supported prompt_values_supported ui_locales_supported response_types_supported',
    'response_modes_supported code_challenge_methods_supported authorization_response_iss_parameter_supported',
    'backchannel_logout_supported backchannel_logout_session_supported device_authorization_endpoint',
    'pushed_authorization_request_endpoint require_pushed_authorization_requests dpop_signing_alg_values_supported',
    'protected_resources token_endpoint_auth_signing_alg_values_supported',
    'revocation_endpoint_auth_signing_alg_values_supported introspection_endpoint_auth_signing_alg_values_supported',
    'introspection_signing_alg_values_supported client_id_metadata_document_supported',
  ].flatMap((line) => line.split(' ')),
);

describe('Config OP, and the metadata that the sign-out plans require', () => {
  let server: TestServer;
  let metadata: Record<string, unknown>;
  beforeAll(async () => {
    server = await startApp({ PUBLIC_URL });
    const answer = await request(server, { path: '/.well-known/openid-configuration' });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^application\/json\b/),
    ]);
    metadata = answer.body as unknown as Record<string, unknown>;
  });
  afterAll(() => server.close());

  const endpoints = (): string[] => Object.keys(metadata).filter((name) => name.endsWith('_endpoint'));
  function everyEndpointIsHttps(): void {
    expect(endpoints().length).toBeGreaterThan(4);
    for (const name of endpoints()) expect(metadata[name]).toMatch(/^https:\/\/hearth\.example\/\w+$/);
  }

  it('oidcc-discovery-endpoint-verification', async () => {
    everyEndpointIsHttps();
    expect(metadata).toMatchObject({
      issuer: PUBLIC_URL,
      jwks_uri: `${PUBLIC_URL}/jwks`,
      response_types_supported: ['code', 'id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub']),
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
    });
    expect(endpoints()).toEqual(
      expect.arrayContaining(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint']),
    );
    expect(Object.keys(metadata).filter((name) => !KNOWN.has(name))).toEqual([]);
    for (const scope of metadata.scopes_supported as string[]) expect(scope).toMatch(/^[!#-[\]-~]+$/);
    const locales = metadata.ui_locales_supported as string[];
    expect(Intl.getCanonicalLocales(locales)).toEqual(locales);
    await theKeysAreUsable();
  });

  async function theKeysAreUsable(): Promise<void> {
    const { keys } = (await request(server, { path: '/jwks' })).body as unknown as { keys: JWK[] };
    for (const key of keys) {
      expect(await importJWK(key)).toBeTruthy();
      expect(
        Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name)),
      ).toEqual([]);
    }
    const kids = keys.map(({ kid }) => kid);
    expect(kids).not.toContain(undefined);
    expect(new Set(kids).size).toBe(kids.length);
  }

  it.each([
    ['oidcc-rp-initiated-logout-discovery-endpoint-verification', {}],
    [
      'oidcc-backchannel-logout-discovery-endpoint-verification',
      { backchannel_logout_supported: true, backchannel_logout_session_supported: true },
    ],
  ])('%s', (_module, more) => {
    everyEndpointIsHttps();
    expect(metadata).toMatchObject({ end_session_endpoint: `${PUBLIC_URL}/logout`, ...more });
  });
});
