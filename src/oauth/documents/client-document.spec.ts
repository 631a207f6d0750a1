import { describe, expect, it } from '@jest/globals';
import { DocumentProblem, readDocument } from './client-document.js';

const URL_OF_IT = 'https://app.example/client.json';
const read = (said: object | string, isListed = false) =>
  readDocument(URL_OF_IT, typeof said === 'string' ? said : JSON.stringify(said), isListed);
const GOOD = { client_id: URL_OF_IT, client_name: 'Notes', redirect_uris: ['https://app.example/callback'] };
const KEYED = { token_endpoint_auth_method: 'private_key_jwt' };
const KEYS_URL = 'https://app.example/keys.json';
/** Of RFC 8037, appendix A.2. */
const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

describe('a client id metadata document', () => {
  it('says what the client is', async () => {
    expect(await read(GOOD)).toEqual({
      clientId: URL_OF_IT,
      host: 'app.example',
      statedName: 'Notes',
      redirectUrls: ['https://app.example/callback'],
      dpopBoundAccessTokens: false,
      requirePushedAuthorizationRequests: false,
      keysUrl: null,
    });
    expect(
      await read({
        ...GOOD,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      }),
    ).toMatchObject({ host: 'app.example' });
    expect(
      await read({ ...GOOD, dpop_bound_access_tokens: true, require_pushed_authorization_requests: true }),
    ).toMatchObject({
      dpopBoundAccessTokens: true,
      requirePushedAuthorizationRequests: true,
    });
  });

  it.each<[string, object | string]>([
    ['is not JSON', '{"client_id": '],
    ['is not JSON', '<html>'],
    ['is not a JSON object', '[]'],
    ['is not a JSON object', 'null'],
    ['its own URL', { ...GOOD, client_id: 'https://bank.example/client.json' }],
    ['its own URL', { ...GOOD, client_id: `${URL_OF_IT}/` }],
    ['its own URL', { ...GOOD, client_id: [URL_OF_IT] }],
    ['client_secret', { ...GOOD, client_secret: 'x' }],
    ['client_secret', { ...GOOD, client_secret_expires_at: 0 }],
    ['either jwks or jwks_uri', { ...GOOD, ...KEYED }],
    ['either jwks or jwks_uri', { ...GOOD, ...KEYED, jwks: { keys: [KEY] }, jwks_uri: KEYS_URL }],
    ['.keys[0] must be a public key', { ...GOOD, ...KEYED, jwks: { keys: [{ ...KEY, d: KEY.x }] } }],
    ['.keys[0] must have the kty', { ...GOOD, ...KEYED, jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['JSON Web Key Set', { ...GOOD, ...KEYED, jwks: { keys: [] } }],
    ['JSON Web Key Set', { ...GOOD, ...KEYED, jwks: null }],
    ['must have none or private_key_jwt', { ...GOOD, token_endpoint_auth_method: 'client_secret_basic' }],
    ['authorization_code', { ...GOOD, grant_types: ['client_credentials'] }],
    ['authorization_code', { ...GOOD, grant_types: 'authorization_code' }],
    ['code among its response_types', { ...GOOD, response_types: ['token'] }],
    ['redirect_uris', { ...GOOD, redirect_uris: undefined }],
    ['redirect_uris', { ...GOOD, redirect_uris: [7] }],
    ['redirect_uris', { ...GOOD, redirect_uris: Array(101).fill('https://app.example/cb') }],
    ['redirect_uri at https://app.example', { ...GOOD, redirect_uris: [] }],
    ['redirect_uri at https://app.example', { ...GOOD, redirect_uris: ['https://evil.example/cb'] }],
  ])('is refused: %s', async (why, said) => {
    await expect(read(said)).rejects.toThrow(DocumentProblem);
    await expect(read(said)).rejects.toThrow(why);
  });

  it('authenticates by keys at its own origin, or of its own', async () => {
    const { keysUrl } = await read({ ...GOOD, ...KEYED, jwks_uri: KEYS_URL });
    expect(keysUrl).toBe(KEYS_URL);
    expect(await read({ ...GOOD, ...KEYED, jwks: { keys: [KEY] } })).toMatchObject({ keysUrl: URL_OF_IT });
    expect(await read({ ...GOOD, jwks_uri: KEYS_URL })).toMatchObject({ keysUrl: null });
  });

  it.each([
    'https://other.example/keys.json',
    'https://app.example:8443/keys.json',
    'https://app.example.other.example/keys.json',
    'https://app.example@other.example/keys.json',
    'https://me:secret@app.example/keys.json',
    'https://app.example/keys.json#x',
    'http://app.example/keys.json',
    'http://127.0.0.1/keys.json',
    'https://169.254.169.254/keys.json',
    `https://app.example/${'a'.repeat(255)}`,
    'keys.json',
    '',
    7,
    [KEYS_URL],
  ])('may not have its keys elsewhere: %s', async (jwks_uri) => {
    await expect(read({ ...GOOD, ...KEYED, jwks_uri })).rejects.toThrow(
      'must have a jwks_uri at https://app.example',
    );
  });

  it('may use addresses of its own origin and of this machine, and no others', async () => {
    const usable = [
      'https://app.example/callback?x=1',
      'http://127.0.0.1:4000/cb',
      'http://localhost/cb',
      'http://[::1]/cb',
    ];
    const others = [
      'https://evil.example/cb',
      'https://app.example.evil.example/cb',
      'https://app.example:8443/cb',
      'http://app.example/cb',
      'https://app.example@evil.example/cb',
      'https://app.example/../cb',
      'https://app.example/*',
      'https://app.example/cb#x',
      'http://127.0.0.2/cb',
      'javascript:alert(1)',
      'com.example.notes:/cb',
      'notes://cb',
    ];
    const said = { ...GOOD, redirect_uris: [...usable, ...others] };
    expect((await read(said)).redirectUrls).toEqual(usable);
    expect((await read(said, true)).redirectUrls).toEqual([...usable, 'com.example.notes:/cb']);
  });

  it('takes what else it holds for nothing', async () => {
    const said = {
      ...GOOD,
      logo_uri: 'https://evil.example/logo.png',
      client_uri: 'https://bank.example',
      isPrivileged: true,
    };
    expect(await read(said)).toEqual(await read(GOOD));
  });
});
