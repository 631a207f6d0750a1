import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic } from '../../support/a01.js';
import { declaredCalls } from '../../support/declared.js';
import { CLIENTS } from '../../support/fixtures.js';
import { mismatches, openApi } from '../../support/openapi-document.js';
import { Partner, type Fields } from '../../support/partner.js';
import { startApp, type TestServer } from '../../support/start-app.js';

type Result =
  'a new Long' | 'familyId' | 'accountId' | 'true' | 'the account information' | 'accounts' | 'families';

/** §4.5: each operation, its parameters in the interface's spelling, and its result. */
const OPERATIONS: [operation: string, parameters: string[], result: Result][] = [
  // I4.5-16
  ['search', ['email'], 'accountId'],
  // I4.5-23
  ['createfamily', ['FamilyName', 'Premium_Type', 'Calendar_Service'], 'a new Long'],
  // I4.5-31
  ['updatefamily', ['familyId', 'FamilyName', 'Premium_Type', 'Calendar_Service'], 'familyId'],
  // I4.5-24, I4.5-33
  ['deletefamily', ['familyId'], 'true'],
  // I4.5-42
  [
    'createaccount',
    ['familyId', 'Type', 'Identifier', 'UserName', 'UserCountryCode', 'AccountType', 'Locale'],
    'a new Long',
  ],
  // I4.5-52
  ['updateaccount', ['accountId', 'UserName', 'UserCountryCode', 'AccountType', 'Locale'], 'accountId'],
  // I4.5-56
  ['addaccount2family', ['accountId', 'familyId'], 'true'],
  // I4.5-59
  ['removeaccount2family', ['accountId', 'familyId'], 'true'],
  // I4.5-61
  ['deleteaccount', ['accountId'], 'true'],
  // I4.5-63
  ['getaccount', ['accountId'], 'the account information'],
  // D393
  ['listaccounts', ['limit'], 'accounts'],
  ['listfamilies', ['limit'], 'families'],
];
const WAYS = ['GET by path', 'GET by name', 'POST by path', 'POST by name'] as const;
type Way = (typeof WAYS)[number];

const LONG = /^[1-9]\d{0,18}$/;

describe('the provisioning calls answer through both bindings, by GET and POST (§4.5, D1, D2, D6)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const credentials = basic(CLIENTS.provisioning);
  const send = (way: Way, operation: string, fields: Fields) => {
    const isByName = way.endsWith('name');
    const path = isByName ? `/api?a01call=prov${operation}` : `/api/prov/${operation}`;
    const prefix = isByName ? 'a01' : '';
    const named = Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]);
    const query = new URLSearchParams(named).toString();
    if (way.startsWith('GET')) return partner.api.get(`${path}${isByName ? '&' : '?'}${query}`, credentials);
    return partner.api.post(path, Object.fromEntries(named) as Fields, credentials);
  };

  /** An account in its own family, and a family without members for deletefamily and addaccount2family. */
  async function world(operation: string): Promise<{ values: Fields; email: string }> {
    const home = await partner.family();
    const email = partner.email();
    const accountId = await partner.account(home, { Identifier: email });
    const isForEmptyFamily = ['deletefamily', 'addaccount2family'].includes(operation);
    const familyId = isForEmptyFamily ? await partner.family() : home;
    const values = {
      accountId,
      familyId,
      email,
      FamilyName: 'The Ms',
      Premium_Type: '1',
      Calendar_Service: 'false',
      Type: 'Email',
      Identifier: partner.email(),
      UserName: 'Mia',
      UserCountryCode: 'FR',
      AccountType: '1',
      Locale: 'fr',
      limit: '1',
    };
    return { values, email };
  }

  it('have a row here for each declared call', () => {
    const declared = declaredCalls('prov').map(({ name }) => name.slice('prov'.length));
    expect(OPERATIONS.map(([operation]) => operation).sort()).toEqual(declared.sort());
  });

  // I4.5-01, I4.5-02, I4.5-03, I4.5-04, I4.5-05, I4.5-69, I4.1-27
  it.each(OPERATIONS.flatMap((row) => WAYS.map((way) => [way, ...row] as const)))(
    '%s: %s(%s) answers %s',
    async (way, operation, parameters, result) => {
      const { values, email } = await world(operation);
      const fields = Object.fromEntries(parameters.map((name) => [name, values[name]]));
      const { status, headers, body } = await send(way, operation, fields);
      expect(body.a01.ex).toBeUndefined();
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
      expect(headers.get('cache-control')).toBe('no-store');
      const r = {
        'a new Long': expect.stringMatching(LONG),
        familyId: values.familyId,
        accountId: values.accountId,
        true: 'true',
        'the account information': expect.objectContaining({
          accountId: values.accountId,
          identifiers: [expect.objectContaining({ value: email })],
        }),
        accounts: {
          accounts: [expect.objectContaining({ name: expect.any(String) })],
          next: expect.any(String),
        },
        families: {
          families: [expect.objectContaining({ familyName: expect.any(String) })],
          next: expect.any(String),
        },
      }[result];
      expect(body).toEqual({ a01: { r: { r }, cn: `prov${operation}` } });
    },
  );

  // I4.5-23, I4.5-42
  it('gives a new family and a new account their own ids', async () => {
    const ids = [await partner.family(), await partner.family()];
    const accounts = [await partner.account(ids[0]), await partner.account(ids[0])];
    expect(new Set(ids).size).toBe(2);
    expect(new Set(accounts).size).toBe(2);
  });

  it.each(['application/json', 'multipart/form-data'])('takes the parameters as %s (D3)', async (type) => {
    const fields = { familyId: await partner.family(), ...partner.newAccount(), AccountType: '2' };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const isJson = type === 'application/json';
    const headers = isJson ? { ...credentials, 'Content-Type': type } : credentials;
    const body = isJson ? JSON.stringify(fields) : form;
    const answer = await partner.api.send('POST', '/api/prov/createaccount', headers, body);
    expect(answer.status).toBe(200);
  });

  it('takes numbers and booleans of JSON with their types (D3)', async () => {
    const body = JSON.stringify({ FamilyName: 'J', Premium_Type: 2, Photo_Service: false });
    const headers = { ...credentials, 'Content-Type': 'application/json' };
    const answer = await partner.api.send('POST', '/api/prov/createfamily', headers, body);
    expect(answer.status).toBe(200);
    const familyId: string = answer.body.a01.r.r;
    const [family] = (await partner.information(await partner.account(familyId))).families;
    expect(family).toMatchObject({ premiumType: '2', Photo_Service: 'false', Video_Service: 'true' });
  });

  it.each(OPERATIONS)('%s(%s) is in the OpenAPI document with these parameters', async (operation, names) => {
    const { get } = (await openApi(server)).paths[`/api/prov/${operation}`];
    expect(get.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it.each(OPERATIONS)(
    '%s(%s) answers as its schema in the OpenAPI document says',
    async (operation, names) => {
      const { values } = await world(operation);
      const fields = Object.fromEntries(names.map((name) => [name, values[name]]));
      const { body } = await partner.call(operation, fields);
      expect(mismatches(await openApi(server), `/api/prov/${operation}`, 200, body)).toEqual([]);
    },
  );

  // I4.5-02
  it.each(OPERATIONS.map(([operation]) => operation))(
    '%s refuses other methods with 405 (D2)',
    async (operation) => {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const answer = await partner.api.send(method, `/api/prov/${operation}`, credentials);
        const allow = /^(search|get|list)/.test(operation) ? 'GET, HEAD, POST' : 'GET, POST';
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      }
    },
  );

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(partner.api.undeclared(await openApi(server))).toEqual([]);
  });
});
