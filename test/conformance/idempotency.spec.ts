import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { declaredDocument } from '../../src/app.document.js';
import { Database } from '../../src/platform/database/database.js';
import type { Operation } from '../../src/platform/operations/operation.js';
import { basic } from '../support/a01.js';
import { ADMIN_PASSWORD, AdminApi, newAdmin } from '../support/admin-api.js';
import { census } from '../support/census.js';
import { count } from '../support/database-rows.js';
import { declaredOperations } from '../support/declared.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { newEmail } from '../support/invitations.js';
import type { OpenApi } from '../support/openapi-document.js';
import { Partner } from '../support/partner.js';
import { picture } from '../support/pictures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const creates = ({ administration, answers }: Operation): boolean =>
  administration?.surface === 'api' && 201 in answers;
const ofPartners = ({ kind, name }: Operation): boolean => kind === 'call' && name.startsWith('prov');
const OPERATIONS = declaredOperations();
const namesOf = (which: (operation: Operation) => boolean): string[] =>
  OPERATIONS.filter(which)
    .map(({ name }) => name)
    .sort();
const ANSWERED = OPERATIONS.filter(
  ({ idempotency, writes }) => idempotency === 'answered alike' && writes,
).map(({ name }) => name);
const REFUSED = namesOf(({ idempotency }) => idempotency === 'shows a secret');

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly type: unknown;
  readonly tag: unknown;
}
type Send = (key: string) => Promise<Answer>;

interface Stage {
  readonly partner: Partner;
  readonly admin: AdminApi;
}

const post =
  (path: string, body: object) =>
  ({ admin }: Stage): Send =>
  async (key) => {
    const answer = await admin.send('POST', path, { body, headers: { 'Idempotency-Key': key } });
    const { 'content-type': type, etag: tag } = answer.headers;
    return { status: answer.status, body: answer.body, type, tag };
  };

/** Requests of the administration that create something. */
const REQUESTS: Readonly<Record<string, (stage: Stage) => Send | Promise<Send>>> = {
  adminaccountconnect: async (stage) => {
    const path = `/accounts/${await stage.partner.account(await stage.partner.family())}/external-ids`;
    return post(path, { issuer: 'https://i.example', value: randomUUID() })(stage);
  },
  adminaccountcreate: (stage) =>
    post('/accounts', { type: 'Email', identifier: newEmail(), name: 'Lou', countryCode: 'DE' })(stage),
  adminauditfilterput: post('/audit/filters', { name: 'Refused', filters: { outcome: 'refused' } }),
  adminbrandingimage: async (stage) => {
    const data = (await picture('png', { width: 64, height: 64 })).toString('base64');
    return post('/branding/images', { field: 'icon', data })(stage);
  },
  adminfamilycreate: post('/families', { name: 'The Founded', founder: ANNA.email }),
  adminfamilyinvite: async (stage) => {
    const body = { email: newEmail(), name: 'Ina', accountType: 0 };
    return post(`/families/${await stage.partner.family()}/invitations`, body)(stage);
  },
  adminfirebasekeyadd: post('/firebase-keys', {
    ...{ label: 'my-project', signerKey: Buffer.alloc(64, 3).toString('base64') },
  }),
  adminidentifieradd: async (stage) => {
    const path = `/accounts/${await stage.partner.account(await stage.partner.family())}/identifiers`;
    return post(path, { type: 'Email', value: newEmail() })(stage);
  },
  adminprovidercreate: post('/providers', {
    ...{ id: 'p-1', name: 'P', issuer: 'https://p-1.example', clientId: 'hearth', clientSecret: 's' },
  }),
  adminresourcecreate: post('/resources', { id: 'r-1', name: 'R', identifier: 'https://r-1.example' }),
  adminrulesetcreate: post('/rulesets', { name: 'REPEATED', rules: ['acc*'] }),
};

describe('operations that create say what an Idempotency-Key does (D392)', () => {
  let document: OpenApi;
  beforeAll(async () => {
    document = (await declaredDocument()) as unknown as OpenApi;
  });

  const answerOf = (name: string): string => {
    const [described] = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ operationId }) => operationId === name);
    const seen = new Set<string>();
    const resolve = (value: unknown): string =>
      JSON.stringify(value).replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g, (_, schema: string) => {
        if (seen.has(schema)) return '{}';
        seen.add(schema);
        return resolve(document.components.schemas[schema]);
      });
    return resolve(described.responses['201'] ?? described.responses['200']);
  };
  const SHOWN_SECRET = /"(secret|clientSecret|code)":\{/;

  it('all of them', () => {
    expect(namesOf((one) => creates(one) && one.idempotency === null)).toEqual([]);
    expect(namesOf((one) => ofPartners(one) && one.idempotency !== 'answered alike')).toEqual([]);
    expect(namesOf((one) => one.idempotency !== null && !creates(one) && !ofPartners(one))).toEqual([]);
  });

  it.each(REFUSED)('%s shows a secret', (name) => {
    expect(answerOf(name)).toMatch(SHOWN_SECRET);
  });

  it.each(ANSWERED)('%s shows none', (name) => {
    expect(answerOf(name)).not.toMatch(SHOWN_SECRET);
  });
});

describe('a request whose work is done, and whose answer was lost (D392)', () => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startApp();
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    stage = { partner: new Partner(server), admin };
  });
  afterAll(() => server.close());
  beforeEach(() => stage.admin.send('POST', '/session/confirm', { body: { password: ADMIN_PASSWORD } }));

  const sendOf = async (name: string): Promise<Send> => {
    if (name in REQUESTS) return REQUESTS[name](stage);
    const operation = name.slice('prov'.length);
    const fields = await stage.partner.fieldsOf(operation);
    return async (key) => {
      const by = new Partner(server, { ...basic(CLIENTS.provisioning), 'Idempotency-Key': key });
      const { status, body, headers } = await by.call(operation, fields);
      return { status, body, type: headers.get('content-type'), tag: headers.get('etag') };
    };
  };

  /** The node ends when the work is committed. */
  async function withoutKeeping<T>(work: () => Promise<T>): Promise<T> {
    const database = server.get(Database);
    const query = database.query.bind(database);
    const spy = jest.spyOn(database, 'query').mockImplementation((statement, values) => {
      if (statement.name === 'kept-answer-finish') return Promise.reject(new Error('the node is gone'));
      return query(statement, values);
    });
    try {
      return await work();
    } finally {
      spy.mockRestore();
    }
  }

  it.each(ANSWERED)('%s: the same answer, and nothing is done twice', async (name) => {
    const send = await sendOf(name);
    const key = randomUUID();
    const first = await withoutKeeping(() => send(key));
    expect(first.status).toBeLessThan(300);
    const done = async (): Promise<unknown> => [
      await census(server),
      await count(server, 'audit_event', `action <> 'signin'`),
    ];
    const before = await done();
    server.clock.advance({ seconds: 16 }); // the turn of the first one is over
    expect(await send(key)).toEqual(first);
    expect(await send(key)).toEqual(first);
    expect(await done()).toEqual(before);
  });

  it('has a request for each of them', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(ANSWERED.filter((name) => name.startsWith('admin')).sort());
  });

  it.each(REFUSED)('%s takes no key: a repetition could not show the secret', async (name) => {
    const item = Object.entries(((await declaredDocument()) as unknown as OpenApi).paths).find(
      ([, methods]) => Object.values(methods).some(({ operationId }) => operationId === name),
    );
    const path = (item?.[0] ?? '').replace(/\{\w+\}/g, '1').replace('/admin/api', '');
    const answer = await post(path, {})(stage)('any-key');
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('shows a secret') },
    });
  });

  it('with a wrong key is refused as a problem', async () => {
    const send = await REQUESTS.adminfamilycreate(stage);
    const families = await count(server, 'family');
    expect(await send('one two')).toMatchObject({
      status: 400,
      type: 'application/problem+json; charset=utf-8',
    });
    expect(await count(server, 'family')).toBe(families);
  });

  it('with another body under the key is refused as a problem', async () => {
    const key = randomUUID();
    await post('/families', { name: 'One' })(stage)(key);
    const other = await post('/families', { name: 'Two' })(stage)(key);
    expect(other).toMatchObject({ status: 422, body: { type: 'urn:hearth:problem:key-of-another' } });
    expect(await count(server, 'family', `name = 'Two'`)).toBe(0);
  });

  it('that was refused is refused again, byte by byte', async () => {
    const send = post('/families', { name: 'X', founder: 'nobody@nowhere.example' })(stage);
    const key = randomUUID();
    const first = await send(key);
    expect(first.status).toBe(422);
    expect(await send(key)).toEqual(first); // with the number of the first request
  });

  it('of a stranger is refused before its key is looked at', async () => {
    const headers = { 'Idempotency-Key': 'one two', 'Content-Type': 'application/json' };
    const answer = await request(server, {
      method: 'POST',
      path: '/admin/api/families',
      headers,
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });
});
