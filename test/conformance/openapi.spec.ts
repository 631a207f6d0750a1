import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../src/platform/version.js';
import { basic, bearer, post, send, tokensFor } from '../support/a01.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { mismatches, openApi, type OpenApi, type OpenApiOperation } from '../support/openapi-document.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** The calls of the interface, with their parameters in its spelling. */
const CALLS: [name: string, path: string, parameters: string[]][] = [
  ['accgetloggedaccount', '/api/acc/getloggedaccount', []],
  ['accping', '/api/acc/ping', []],
  ['sysversion', '/api/sys/version', []],
  ['log2in', '/api/log2/in', ['identifier', 'password']],
  ['log2out', '/api/log2/out', []],
  ['webgeneratestatesecret', '/api/web/generatestatesecret', ['stateRandomCipher']],
  ['webvalidatesession', '/api/web/validatesession', ['stateSecret', 'sessionId']],
  [
    'log2generateaccesstokenbypassword',
    '/api/log2/generateaccesstokenbypassword',
    ['identifier', 'password', 'tokentype', 'deviceId'],
  ],
];

/** Errors that any call may return: the pipeline's (§7.1, D2, D3, D10, D11, D36–D39, D43, D44, D68). */
const OF_ANY_CALL: [status: number, name: string][] = [
  [400, 'FizApiInvalidParameterException'],
  [400, 'FizApiInsecureTransportException'],
  [401, 'FizAccessTokenExpiredException'],
  [401, 'FizAccessTokenInvalidException'],
  [405, 'FizApiMethodNotAllowedException'],
  [413, 'FizApiRequestTooLargeException'],
  [415, 'FizApiUnsupportedMediaTypeException'],
  [500, 'AFizApiUnattendedException'],
  [503, 'FizApiUnavailableException'],
  [509, 'FizApiKeyInsufficientRightsException'],
];

interface Choice {
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
}

describe('OpenAPI document', () => {
  let server: TestServer;
  let document: OpenApi;
  beforeAll(async () => {
    server = await startApp();
    document = await openApi(server);
  });
  afterAll(() => server.close());

  const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const operations = (): [string, OpenApiOperation][] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, OpenApiOperation] => [
        `${method} ${path}`,
        operation,
      ]),
    );

  it('lists null among the values of each nullable enumeration (OpenAPI 3.0.3, Schema Object)', () => {
    const enums = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries((schema as { properties?: Record<string, Choice> }).properties ?? {})
        .filter(([, { enum: choices, nullable }]) => choices && nullable)
        .map(([member, { enum: choices }]) => [`${name}.${member}`, choices?.includes(null)]),
    );
    expect(enums.length).toBeGreaterThan(3);
    expect(enums.filter(([, hasNull]) => !hasNull)).toEqual([]);
  });

  it('has version, title and the server that PUBLIC_URL names', () => {
    expect(document.openapi).toMatch(/^3\.[01]\.\d+$/);
    expect(document.info).toMatchObject({
      title: 'Hearth',
      version: VERSION,
    });
    expect(document.servers.map(({ url }) => url)).toEqual([server.url]);
  });

  it('has well-formed paths, methods and operation ids used once', () => {
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/[\w./{}-]*$/);
    const methods = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(methods.filter((method) => !METHODS.includes(method))).toEqual([]);
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(ids.filter((id, index) => !id || ids.indexOf(id) !== index)).toEqual([]);
  });

  it('describes every response', () => {
    const bare = operations().flatMap(([where, { responses }]) =>
      Object.entries(responses)
        .filter(([status, { description }]) => !/^([1-5]\d\d|default)$/.test(status) || !description)
        .map(([status]) => `${where} ${status}`),
    );
    expect(bare).toEqual([]);
  });

  it('names each parameter once per operation, with a schema', () => {
    for (const [, { parameters = [] }] of operations()) {
      const keys = parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const parameter of parameters) expect(parameter.schema).toEqual(expect.any(Object));
    }
  });

  it('refers only to schemas and security schemes that it holds', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    const missing = [...references]
      .map(([, name]) => name)
      .filter((name) => !document.components.schemas[name]);
    expect(missing).toEqual([]);
    const schemes = operations().flatMap(([, { security = [] }]) =>
      security.flatMap((one) => Object.keys(one)),
    );
    expect(schemes.filter((name) => !document.components.securitySchemes[name])).toEqual([]);
  });

  it('lists the same calls under both bindings (D1)', () => {
    const selected = document.paths['/api'].get.parameters?.find(({ name }) => name === 'a01call');
    const byPath = Object.keys(document.paths)
      .filter((path) => path.startsWith('/api/'))
      .map((path) => path.slice('/api/'.length).replace('/', ''));
    expect([...(selected?.schema.enum ?? [])].sort()).toEqual(byPath.sort());
    expect(selected?.required).toBe(true);
  });

  it.each(CALLS)('lists %s at %s by GET and POST with its parameters (D1, D2)', (name, path, parameters) => {
    const { get, post: byPost } = document.paths[path];
    expect(get.parameters?.map((parameter) => parameter.name)).toEqual(parameters);
    for (const { required } of get.parameters ?? []) expect(required).toBe(true);
    const content = Object.entries(byPost.requestBody?.content ?? {});
    expect(content.map(([type]) => type).sort()).toEqual(
      parameters.length === 0
        ? []
        : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    );
    for (const [, { schema }] of content) expect(Object.keys(schema.properties)).toEqual(parameters);
    const selected = document.paths['/api'].get.parameters?.find((parameter) => parameter.name === 'a01call');
    expect(selected?.schema.enum).toContain(name);
  });

  it('declares for every call the errors of the pipeline', () => {
    const calls = operations().filter(([where]) => where.includes(' /api/'));
    expect(calls.length).toBeGreaterThan(30);
    for (const [where, { responses }] of calls)
      for (const [status, name] of OF_ANY_CALL)
        expect([where, responses[status]?.description.split(', ')]).toEqual([
          where,
          expect.arrayContaining([name]),
        ]);
  });

  it.each([
    ['/api/acc/getloggedaccount', 501, 'FizAccountNotFoundInSessionException'],
    ['/api/acc/getloggedaccount', 401, 'FizAccessTokenRequiredException'],
    ['/api/log2/in', 401, 'FizCredentialInvalidException'],
    ['/api/log2/in', 429, 'FizTooManyAttemptsException'],
    ['/api/log2/in', 403, 'FizApiCrossSiteRequestException'],
    ['/api/log2/in', 503, 'FizApiOutcomeUnknownException'],
    ['/api/prov/createfamily', 503, 'FizApiOutcomeUnknownException'],
    ['/api/log2/generateaccesstokenbypassword', 401, 'FizCredentialInvalidException'],
    ['/api/log2/generateaccesstokenbypassword', 429, 'FizTooManyAttemptsException'],
    ['/api/web/generatestatesecret', 409, 'FizWebStateAlreadyExistsException'],
    ['/api/web/login', 401, 'FizCredentialInvalidException'],
    ['/api/web/login', 403, 'FizWebSessionInvalidException'],
    ['/api/web/validatesession', 403, 'FizWebSessionInvalidException'],
    ['/token', 400, 'invalid_request'],
    ['/token', 400, 'invalid_grant'],
    ['/token', 400, 'unauthorized_client'],
    ['/token', 400, 'unsupported_grant_type'],
    ['/token', 401, 'invalid_client'],
    ['/token', 503, 'temporarily_unavailable'],
    ['/revoke', 400, 'invalid_request'],
    ['/revoke', 401, 'invalid_client'],
    ['/revoke', 503, 'temporarily_unavailable'],
    ['/api', 404, 'FizApiUnknownCallException'],
  ])('declares for %s the error %i %s', (path, status, name) => {
    expect(document.paths[path].post.responses[status]?.description.split(', ')).toContain(name);
  });

  it.each([
    ['/api/acc/ping', () => post(server, '/api/acc/ping')],
    ['/api/sys/version', () => post(server, '/api/sys/version')],
    ['/api/log2/in', () => post(server, '/api/log2/in', { identifier: BEN.email, password: BEN.password })],
    ['/api/log2/out', () => post(server, '/api/log2/out')],
    [
      '/api/acc/getloggedaccount',
      async () => {
        const { access_token: token } = await tokensFor(server, ANNA);
        return send(server, 'POST', '/api/acc/getloggedaccount', bearer(token));
      },
    ],
    [
      '/api/log2/generateaccesstokenbypassword',
      () => {
        const form = { identifier: BEN.email, password: BEN.password, tokentype: 'Mac', deviceId: 'd' };
        return post(server, '/api/log2/generateaccesstokenbypassword', form, basic(CLIENTS.app));
      },
    ],
    [
      '/token',
      () => post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.provisioning)),
    ],
  ])('declares the schema that the answer of %s has', async (path, answer) => {
    const { status, body } = await answer();
    expect(status).toBe(200);
    expect(mismatches(document, path, 200, body)).toEqual([]);
    expect(mismatches(document, path, 200, {})).not.toEqual([]);
  });

  it.each([
    ['/api/acc/getloggedaccount', 401],
    ['/api/log2/in', 400],
    ['/token', 401],
    ['/revoke', 401],
  ])('declares the schema that the error of %s has', async (path, status) => {
    const answer = await post(server, path);
    expect(answer.status).toBe(status);
    expect(mismatches(document, path, status, answer.body)).toEqual([]);
    expect(mismatches(document, path, status, {})).not.toEqual([]);
  });
});
