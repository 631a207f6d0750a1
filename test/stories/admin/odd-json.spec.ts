import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { openApi } from '../../support/openapi-document.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
type Operation = Readonly<{ requestBody?: { content: Record<string, { schema: Schema }> } }>;

/** Valid JSON that can't be stored, at each route with a body: a new one is included automatically. */
describe('JSON that can’t be stored is refused by every administration route', () => {
  let server: TestServer;
  let api: AdminApi;
  let routes: { method: string; path: string; schema: Schema }[];
  let schemas: Document['components']['schemas'];
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    const { paths, components } = (await openApi(server)) as unknown as Document;
    schemas = components.schemas;
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody?.content['application/json'] !== undefined)
        .filter(() => path.startsWith('/admin/api'))
        .map(([method, { requestBody }]) => ({
          schema: requestBody?.content['application/json'].schema ?? {},
          method: method.toUpperCase(),
          path: path.slice('/admin/api'.length).replace(/\{\w+\}/g, '1'),
        })),
    );
  });
  afterAll(() => server.close());

  it.each([
    ['nested too deep', nested(34), 'levels deep'],
    ['half of a surrogate pair', '{"name":"\\ud800"}', 'surrogate'],
    ['a NUL', '{"name":"\\u0000"}', 'NUL'],
    ['an empty list in place of an object', '{"rulesets":[[]]}', 'inside a list'],
    ['a member that names a class', '{"a":[{"constructor":1}]}', 'constructor'],
    ['a member that is a prototype', '{"__proto__":{"clients":[]}}', '__proto__'],
  ])('%s', async (_, text, problem) => {
    const before = await rows(server, 'SELECT max(id) FROM audit_event');
    expect(routes.length).toBeGreaterThan(10);
    for (const { method, path } of routes) {
      const { status, body } = await api.send(method, path, { headers: JSON_TYPE, body: text, ifMatch: '*' });
      expect([method, path, status, body.detail]).toEqual([
        ...[method, path, 422],
        expect.stringContaining(problem),
      ]);
    }
    expect(await rows(server, 'SELECT max(id) FROM audit_event')).toEqual(before);
  });

  it('nested as deep as 64 KiB can be, which a stranger may send', async () => {
    const { method, path } = routes[0];
    const body = nested(16_000);
    const answer = await api.send(method, path, { headers: JSON_TYPE, body, ifMatch: '*' });
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining('levels deep')]);
  });

  it('null where the document does not allow it', async () => {
    const resolved = ({ $ref, ...schema }: Schema): Schema =>
      $ref === undefined ? schema : schemas[$ref.split('/').at(-1) ?? ''];
    const never = routes.flatMap(({ schema, ...route }) =>
      Object.entries(resolved(schema).properties ?? {})
        .filter(([, property]) => property.nullable !== true)
        .map(([name]) => ({ ...route, name })),
    );
    expect(never.length).toBeGreaterThan(20);
    for (const { method, path, name } of never) {
      const { status, body } = await api.send(method, path, { body: { [name]: null }, ifMatch: '*' });
      expect([method, path, name, status, body.errors]).toEqual([
        ...[method, path, name, 422],
        expect.arrayContaining([expect.objectContaining({ field: name })]),
      ]);
    }
  });
});
