import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-text.js';
import { basic, bearer, loggedAccount, post, type Answer } from '../../support/a01.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { CLEO, ISSUER, PORTAL, present, startWithPartners } from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

const VALIDATION_TOKEN = 'urn:hearth:params:oauth:token-type:validation-token';
const JWT = 'urn:ietf:params:oauth:token-type:jwt';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const REFUSED = 'The validation token is unknown, expired, already used or meant for another client.';

describe('token is exchanged for another on /token (RFC 8693, D116)', () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  const minted = async (): Promise<string> => {
    const form = { identifier: ANNA.email };
    return (await post(server, '/api/log2/createvalidationtoken', form, basic(CLIENTS.app))).body.a01.r.r;
  };
  const swap = (subject_token: string, form: Record<string, string> = {}) =>
    post(
      server,
      '/token',
      { grant_type: EXCHANGE, subject_token, subject_token_type: VALIDATION_TOKEN, ...form },
      basic(CLIENTS.app),
    );
  it('gives an access token, with that type in the answer', async () => {
    const { status, body } = await swap(await minted());
    expect(status).toBe(200);
    expect(body).toMatchObject({ issued_token_type: ACCESS_TOKEN, token_type: 'Bearer' });
    expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
    expectInvalidGrant(await swap(body.access_token));
  });

  it('accepts the other parameters of the standard: requested_token_type, audience, resource, scope', async () => {
    const form = {
      requested_token_type: ACCESS_TOKEN,
      audience: server.url,
      resource: server.url,
      scope: 'account',
    };
    const { body } = await swap(await minted(), form);
    expect(body).toMatchObject({ scope: 'account' });
    expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
  });

  it.each([
    [{ subject_token_type: '' }, 'invalid_request', 'subject_token_type is required.'],
    [{ subject_token_type: 'urn:x' }, 'invalid_request', /^subject_token_type must be /],
    [{ requested_token_type: 'urn:x' }, 'invalid_request', /^requested_token_type must be /],
    [{ actor_token: 'x' }, 'invalid_request', 'actor_token is not supported: leave it out.'],
    [{ audience: 'https://elsewhere.example' }, 'invalid_target', /name this server/],
    [{ resource: 'https://elsewhere.example' }, 'invalid_target', /name this server/],
    [{ scope: 'everything' }, 'invalid_scope', /scope/],
  ])('refuses %j with %s and uses nothing up', async (form, error, description) => {
    const token = await minted();
    const { status, body } = await swap(token, form);
    expect(status).toBe(400);
    expect(body.error).toBe(error);
    expect(body.error_description).toMatch(description);
    expect((await swap(token)).status).toBe(200);
  });

  it('answers invalid_grant to an unknown or spent one', async () => {
    const token = await minted();
    await swap(token);
    expectInvalidGrant(await swap(token));
    expectInvalidGrant(await swap('unknown'));
  });

  it('is in the metadata (RFC 8414)', async () => {
    const answer = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    const { grant_types_supported: types } = (await answer.json()) as { grant_types_supported: string[] };
    expect(types).toEqual(expect.arrayContaining([EXCHANGE, 'urn:ietf:params:oauth:grant-type:jwt-bearer']));
  });

  function expectInvalidGrant({ status, body }: Answer): void {
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_grant', error_description: REFUSED });
  }

  it('an assertion is exchanged as well', async () => {
    const form = {
      subject_token: await portal.assert(server, { sub: CLEO.id }),
      subject_token_type: JWT,
      token_type: 'mac',
    };
    const { body } = await post(server, '/token', { grant_type: EXCHANGE, ...form }, basic(PORTAL));
    expect(body).toMatchObject({
      token_type: 'mac',
      issued_token_type: expect.stringMatching(/access_token$/),
    });
  });

  it('refuses any other value instead of an assertion, never with a server error', async () => {
    const nearly = await portal.assert(server, { aud: 'https://elsewhere.example' });
    const part = fc.oneof(
      fc.base64String(),
      fc.string({ unit: anyCharacter }),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.constantFrom(...nearly.split('.')),
      fc
        .record(
          {
            alg: fc.constantFrom('ES256', 'none', 'RS256', 'EdDSA', 7),
            kid: fc.string(),
            crit: fc.anything(),
          },
          { requiredKeys: [] },
        )
        .map((header) => Buffer.from(JSON.stringify(header)).toString('base64url')),
    );
    const garbage = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(garbage, async (text) => {
        const { status, body } = await present(server, text);
        expect([400, 'string']).toEqual([status, typeof body.error]);
        const form = { validationtoken: text, tokentype: 'Bearer', deviceId: 'tv' };
        const path = '/api/log2/generateaccesstokenbyvalidationtoken';
        expect([400, 401]).toContain((await post(server, path, form, basic(PORTAL))).status);
      }),
      { numRuns: 60 },
    );
  });
});
