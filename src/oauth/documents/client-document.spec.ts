import { describe, expect, it } from '@jest/globals';
import { DocumentProblem, readDocument } from './client-document.js';

const URL_OF_IT = 'https://app.example/client.json';
const read = (said: object | string, isListed = false) =>
  readDocument(URL_OF_IT, typeof said === 'string' ? said : JSON.stringify(said), isListed);
const GOOD = { client_id: URL_OF_IT, client_name: 'Notes', redirect_uris: ['https://app.example/callback'] };

describe('a client id metadata document', () => {
  it('says what the client is', () => {
    expect(read(GOOD)).toEqual({
      clientId: URL_OF_IT,
      host: 'app.example',
      statedName: 'Notes',
      redirectUrls: ['https://app.example/callback'],
      dpopBoundAccessTokens: false,
      requirePushedAuthorizationRequests: false,
    });
    expect(
      read({
        ...GOOD,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      }),
    ).toMatchObject({ host: 'app.example' });
    expect(
      read({ ...GOOD, dpop_bound_access_tokens: true, require_pushed_authorization_requests: true }),
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
    ['private_key_jwt', { ...GOOD, token_endpoint_auth_method: 'private_key_jwt' }],
    ['must have none', { ...GOOD, token_endpoint_auth_method: 'client_secret_basic' }],
    ['authorization_code', { ...GOOD, grant_types: ['client_credentials'] }],
    ['authorization_code', { ...GOOD, grant_types: 'authorization_code' }],
    ['code among its response_types', { ...GOOD, response_types: ['token'] }],
    ['redirect_uris', { ...GOOD, redirect_uris: undefined }],
    ['redirect_uris', { ...GOOD, redirect_uris: [7] }],
    ['redirect_uris', { ...GOOD, redirect_uris: Array(101).fill('https://app.example/cb') }],
    ['redirect_uri at https://app.example', { ...GOOD, redirect_uris: [] }],
    ['redirect_uri at https://app.example', { ...GOOD, redirect_uris: ['https://evil.example/cb'] }],
  ])('is refused: %s', (why, said) => {
    expect(() => read(said)).toThrow(DocumentProblem);
    expect(() => read(said)).toThrow(why);
  });

  it('may use addresses of its own origin and of this machine, and no others', () => {
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
    expect(read({ ...GOOD, redirect_uris: [...usable, ...others] }).redirectUrls).toEqual(usable);
    expect(read({ ...GOOD, redirect_uris: [...usable, ...others] }, true).redirectUrls).toEqual([
      ...usable,
      'com.example.notes:/cb',
    ]);
  });

  it('takes what else it holds for nothing', () => {
    const said = {
      ...GOOD,
      logo_uri: 'https://evil.example/logo.png',
      client_uri: 'https://bank.example',
      isPrivileged: true,
    };
    expect(read(said)).toEqual(read(GOOD));
  });
});
