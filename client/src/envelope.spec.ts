import { describe, expect, it } from '@jest/globals';
import { ScriptedFetch } from '../../test/support/scripted-fetch.js';
import { AFizFamilyNotEmpty, CALL_ERRORS } from './call-errors.js';
import { ConfidentialClient } from './confidential-client.js';
import { formOf } from './envelope.js';
import { CallError, HearthError } from './errors.js';

const clientOf = (script: ScriptedFetch) =>
  new ConfidentialClient('https://hearth.example', { clientId: 'a b', clientSecret: 'ü:%', ...script });
const answered = (r: unknown) => new ScriptedFetch({ body: { a01: { r: { r }, cn: 'x' } } });

describe('a result', () => {
  it('has truth values and small numbers as such, and ids of 64 bits as digits', async () => {
    const wire = {
      accountId: '9007199254740993',
      identifiers: [{ id: '1', type: 'Email', value: 'true', validated: 'false' }],
      name: '0',
      lastLoginDate: '',
      families: [{ familyId: '7', premiumType: '2', Photo_Service: 'true', pictureURIs: ['true'] }],
    };
    expect(await clientOf(answered(wire)).call('prov/getaccount', { accountId: '1' })).toEqual({
      accountId: '9007199254740993',
      identifiers: [{ id: '1', type: 'Email', value: 'true', validated: false }],
      name: '0',
      lastLoginDate: '',
      families: [{ familyId: '7', premiumType: 2, Photo_Service: true, pictureURIs: ['true'] }],
    });
  });

  it('that is true is true; a text that says so is a text', async () => {
    expect(await clientOf(answered('true')).call('prov/deletefamily', { familyId: '1' })).toBe(true);
    expect(await clientOf(answered('true')).call('sys/version')).toBe('true');
  });

  it('changes no object but itself, whatever its members are called', async () => {
    const wire = JSON.parse(
      '{"__proto__":{"isAdmin":"true"},"constructor":{"prototype":{"x":"1"}}}',
    ) as object;
    const account = await clientOf(answered(wire)).call('prov/getaccount', { accountId: '1' });
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect((account as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf(account)).toBe(Object.prototype);
  });

  it('without an envelope is as it is', async () => {
    const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 3600 };
    const call = clientOf(new ScriptedFetch({ body: tokens })).call(
      'log2/generateaccesstokenbyvalidationtoken',
      { validationtoken: 'v', tokentype: 'Bearer', deviceId: 'd' },
    );
    expect(await call).toEqual(tokens);
  });
});

describe('a refusal', () => {
  const refused = (name: string) =>
    new ScriptedFetch({
      status: 409,
      headers: { 'X-Request-Id': 'r1' },
      body: { a01: { ex: { name, type: 'Ex', value: '31', message: 'It has members.' }, cn: 'provx' } },
    });
  const refusalOf = (script: ScriptedFetch): Promise<unknown> =>
    clientOf(script)
      .call('prov/deletefamily', { familyId: '1' })
      .catch((cause: unknown) => cause);

  it('is of the class of its name', async () => {
    const error = await refusalOf(refused('AFizFamilyNotEmpty'));
    expect(error).toBeInstanceOf(AFizFamilyNotEmpty);
    expect(error).toMatchObject({
      ...{ name: 'AFizFamilyNotEmpty', type: 'Ex', value: 31, status: 409, call: 'provx' },
      message: 'It has members.',
      retryAfter: null,
    });
    expect((error as HearthError).headers.get('X-Request-Id')).toBe('r1');
  });

  it('by a name that this version does not know is a CallError with that name', async () => {
    const error = await refusalOf(refused('FizOfTomorrow'));
    expect(error).toMatchObject({ name: 'FizOfTomorrow', value: 31 });
    expect(Object.getPrototypeOf(error)).toBe(CallError.prototype);
  });

  it.each(['constructor', '__proto__', 'toString'])('by the name %s too', async (name) => {
    const error = await refusalOf(refused(name));
    expect(error).toMatchObject({ name, value: 31 });
    expect(Object.getPrototypeOf(error)).toBe(CallError.prototype);
  });

  it.each([['<h1>Bad Gateway'], ['null'], ['[]']])(
    'that is none of Hearth’s, %s, is a HearthError',
    async (body) => {
      const error = await refusalOf(new ScriptedFetch({ status: 502, body }));
      expect(Object.getPrototypeOf(error)).toBe(HearthError.prototype);
      expect(error).toMatchObject({ status: 502 });
    },
  );

  it('has a class for each name', () => {
    expect(Object.keys(CALL_ERRORS).length).toBeGreaterThan(30);
    for (const type of Object.values(CALL_ERRORS)) expect(type?.prototype).toBeInstanceOf(CallError);
  });
});

it('arguments and results are known to the compiler', () => {
  const wrong = (client: ConfidentialClient) => [
    // @ts-expect-error familyId is required
    client.call('prov/deletefamily', {}),
    // @ts-expect-error an id is a text of digits
    client.call('prov/deletefamily', { familyId: 7 }),
    // @ts-expect-error 3 is no Premium_Type
    client.call('prov/updatefamily', { familyId: '7', Premium_Type: 3 }),
    // @ts-expect-error there is no such call
    client.call('prov/forgetfamily'),
    // @ts-expect-error it takes none
    client.call('acc/ping', { x: '1' }),
    client.call('prov/search').then((id: string) => id),
    client.call('acc/ping').then((pong: true) => pong),
  ];
  expect(wrong).toBeInstanceOf(Function);
});

describe('arguments', () => {
  it('are a form of texts, without what is undefined', () => {
    const form = formOf({
      FamilyName: 'The Müllers & Co',
      Premium_Type: 1,
      Task_Service: false,
      x: undefined,
    });
    expect((form as URLSearchParams).toString()).toBe(
      'FamilyName=The+M%C3%BCllers+%26+Co&Premium_Type=1&Task_Service=false',
    );
  });

  it('with a file are multipart', () => {
    const form = formOf({ FamilyName: 'K', FamilyImage: new Blob(['x']) }) as FormData;
    expect([...form.keys()]).toEqual(['FamilyName', 'FamilyImage']);
    expect(form.get('FamilyImage')).toBeInstanceOf(Blob);
  });
});

it('client credentials are encoded as RFC 6749 §2.3.1 has it', async () => {
  const script = answered('true');
  await clientOf(script).call('acc/ping');
  expect(script.sent[0].headers.Authorization).toBe(`Basic ${btoa('a%20b:%C3%BC%3A%25')}`);
});
