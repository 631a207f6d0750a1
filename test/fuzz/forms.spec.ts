import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RouteTable } from '../../fuzz/generate/route-table.js';
import { Forms } from '../../fuzz/oracle/forms.js';
import { plainRequest } from '../../fuzz/requests/request.js';
import { Document, type ApiDocument } from '../../fuzz/surface/document.js';
import { routesOf } from '../../fuzz/surface/routes.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('what the fuzzer asks of the form of an error', () => {
  let server: TestServer;
  let forms: Forms;
  beforeAll(async () => {
    server = await startApp();
    const described = (await request(server, { path: '/openapi.json' })).body as unknown as ApiDocument;
    const document = new Document(described);
    forms = new Forms(document, new RouteTable(routesOf(document)));
  });
  afterAll(() => server.close());

  const problemOf = (path: string, status: number, body: object, method = 'GET'): string | null =>
    forms.problemWith(plainRequest(path, method, path), {
      ...{ status, ms: 1, body: Buffer.from(JSON.stringify(body)) },
      headers: new Map([['content-type', ['application/json;charset=UTF-8']]]),
    });

  it('is what its operation declares: /userinfo has no error code for a request without a token', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const { status, body } = await request(server, { path: '/userinfo', method });
      expect([status, body]).toEqual([401, {}]);
      expect(problemOf('/userinfo', status, body, method)).toBeNull();
    }
    const missing = "the body must have required property 'error'";
    expect(problemOf('/userinfo', 401, { wrong: 'yes' })).toBe(missing);
    expect(problemOf('/userinfo', 503, {})).toBe(missing);
    expect(problemOf('/token', 401, {}, 'POST')).toBe(missing);
    expect(problemOf('/userinfo', 405, {}, 'PUT')).toBe(missing);
  });
});
