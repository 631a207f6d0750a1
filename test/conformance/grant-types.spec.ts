import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { argsOf } from '../../src/platform/operations/args.js';
import { GRANT_DECLARATIONS, GRANT_NAMES } from '../../src/oauth/grants/grant-types.js';
import { basic, post, tokensFor, type Answer } from '../support/a01.js';
import { CookieBrowser, exchange, startWithThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { decide, Device } from '../support/devices.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { openApi } from '../support/openapi-document.js';
import type { TestServer } from '../support/start-app.js';

const { shop, pocket } = THIRD_PARTIES;
const FOLDERS = new URL('../../src/oauth/grants/', import.meta.url);

/** All parameters of POST /token, from the declarations: a new grant type is included automatically (ADR 8). */
describe('each grant type', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  const token = (form: Record<string, string>, headers = basic(CLIENTS.app)): Promise<Answer> =>
    post(server, '/token', form, headers);
  const requiredOf = (parameters: (typeof GRANT_DECLARATIONS)[number]['parameters']) =>
    argsOf(parameters).flatMap(({ wireName, isRequired }) => (isRequired ? [wireName] : []));

  it('is a folder, and each folder is one', () => {
    const folders = readdirSync(FOLDERS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = GRANT_NAMES.map((name) => name.replace(/^.*:/, '').replaceAll('_', '-'));
    expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it('is in the metadata, and in the error for an unknown grant type', async () => {
    const answer = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ grant_types_supported: GRANT_NAMES });
    const { body } = await token({ grant_type: 'implicit' });
    expect(body).toEqual({
      error: 'unsupported_grant_type',
      error_description: `grant_type must be one of ${GRANT_NAMES.join(', ')}.`,
    });
  });

  it('has its parameters in the OpenAPI document, none of them required by all', async () => {
    const { paths } = await openApi(server);
    const schema = Object.values(paths['/token'].post.requestBody?.content ?? {})[0].schema;
    const names = GRANT_DECLARATIONS.flatMap(({ parameters }) => argsOf(parameters));
    expect(Object.keys(schema.properties).sort()).toEqual(
      [...new Set(['grant_type', ...names.map(({ wireName }) => wireName)])].sort(),
    );
    expect(schema.required).toEqual(['grant_type']);
  });

  it.each(GRANT_DECLARATIONS)(
    '$name names all missing parameters in one answer (D10)',
    async (declaration) => {
      const { status, body } = await token({ grant_type: declaration.name });
      const required = requiredOf(declaration.parameters);
      if (required.length === 0) return expect(status).toBe(200);
      const error_description = `${required.map((name) => `${name} is required`).join('; ')}.`;
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description }]);
    },
  );

  it.each(GRANT_DECLARATIONS)('$name is only for the clients that it declares', async (declaration) => {
    const form = { grant_type: declaration.name };
    expect((await token(form, {})).status).toBe(401);
    const answer = await token({ ...form, client_id: pocket.id }, {});
    const isForAny = ['authorization_code', 'refresh_token'].includes(declaration.name);
    expect(answer.body.error).toBe(isForAny ? 'invalid_request' : 'unauthorized_client');
  });

  it('is counted by its declared names', async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, shop);
    const { refresh_token = '' } = await tokensFor(server, ANNA);
    const who = { username: ANNA.email, password: ANNA.password };
    const vouched = await post(
      server,
      '/api/log2/createvalidationtoken',
      { identifier: ANNA.email },
      basic(CLIENTS.app),
    );
    const television = new Device(server);
    const codes = await television.codes();
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    await decide(browser, codes);
    const answers: { readonly status: number }[] = [
      await exchange(server, shop, code),
      await television.poll(codes),
      await token({ grant_type: 'refresh_token', refresh_token }),
      await token({ grant_type: 'password', ...who }),
      await token({ grant_type: 'client_credentials' }),
      await token({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: vouched.body.a01.r.r,
        subject_token_type: 'urn:hearth:params:oauth:token-type:validation-token',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const counted = [...metrics.matchAll(/hearth_tokens_issued_total\{grant="([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const declared = new Set(GRANT_DECLARATIONS.flatMap(({ name, issuesAs = [name] }) => issuesAs));
    declared.delete('assertion'); // requires a partner's keys: stories/sso/assertions.spec.ts
    expect([...new Set(counted)].sort()).toEqual([...declared].sort());
  });
});
