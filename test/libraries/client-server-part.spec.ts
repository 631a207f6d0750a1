import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  AFizFamilyNotEmpty,
  FizAccountAlreadyExistsException,
  FizApiAccIdentifierInvalidException,
  FizApiIdempotencyKeyReusedException,
  FizApiInvalidParameterException,
  FizApiKeyInsufficientRightsException,
  FizApiOutcomeUnknownException,
  FizWebSessionInvalidException,
  InvalidCallback,
  WebFlow,
  type KeptSignIn,
} from 'hearth-client/server';
import { outcomeUnknown, unavailable } from '../../src/platform/errors/outcome.js';
import { FamilyProvisioning } from '../../src/provisioning/family-provisioning.service.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { picture } from '../support/pictures.js';
import type { TestServer } from '../support/start-app.js';
import { ALBUM, ClientLibrary, refusalOf } from './client-library.js';

describe('client library, with a client secret, against a running server (D273)', () => {
  let library: ClientLibrary;
  let server: TestServer;
  beforeAll(async () => {
    library = await ClientLibrary.start();
    ({ server } = library);
  });
  afterAll(() => server.close());

  describe('by the web flow', () => {
    const typed = async (kept: KeptSignIn, flow: WebFlow, secret: string) => {
      const { action, stateRandomCipher } = flow.form(await flow.begin(kept));
      const form = { login: ANNA.email, password: secret, stateRandomCipher };
      const body = new URLSearchParams({ ...form, redirect_uri: ALBUM.redirect_uri });
      const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    };

    it('signs in after a wrong password, acts for the account, and signs out', async () => {
      const client = library.confidential(ALBUM);
      const flow = new WebFlow(client, () => server.clock.millis());
      const kept = await flow.begin();
      const wrong = await typed(kept, flow, 'not it at all');
      expect(await refusalOf(flow.finish(wrong, kept))).toMatchObject({ error: 'invalid_grant' });
      const session = await flow.finish(await typed(kept, flow, ANNA.password), kept);
      expect((await client.callInSession(session, 'acc/getloggedaccount')).name).toBe('Anna K.');
      expect(await client.callInSession(session, 'log2/out')).toBe(true);
      const after = await refusalOf(client.callInSession(session, 'acc/getloggedaccount'));
      expect(after).toMatchObject({ name: 'FizAccountNotFoundInSessionException', status: 501 });
    });

    it('rejects a session of another sign-in', async () => {
      const flow = new WebFlow(library.confidential(ALBUM), () => server.clock.millis());
      const [kept, other] = [await flow.begin(), await flow.begin()];
      const callback = await typed(kept, flow, ANNA.password);
      expect(await refusalOf(flow.finish(callback, other))).toBeInstanceOf(InvalidCallback);
      const mixed = { ...kept, stateSecret: other.stateSecret };
      expect(await refusalOf(flow.finish(callback, mixed))).toBeInstanceOf(FizWebSessionInvalidException);
    });
  });

  describe('for a partner’s back end', () => {
    const operator = (more = {}) => library.confidential(CLIENTS.provisioning, more);

    it('provisions a family with its picture and an account', async () => {
      const client = operator();
      const FamilyImage = new Blob([new Uint8Array(await picture('png'))], { type: 'image/png' });
      const family = {
        FamilyName: 'The Müllers',
        Premium_Type: 1,
        Photo_Service: false,
        FamilyImage,
      } as const;
      const familyId = await client.call('prov/createfamily', family);
      const person = { Type: 'Email', Identifier: 'eva@mueller.example', UserName: 'Eva' } as const;
      const account = { ...person, familyId, UserCountryCode: 'DE', AccountType: 2 } as const;
      const accountId = await client.call('prov/createaccount', account);
      expect(await client.call('prov/search', { email: 'eva@mueller.example' })).toBe(accountId);
      const { name, families } = await client.call('prov/getaccount', { accountId });
      expect([name, families[0].premiumType, families[0].Photo_Service]).toEqual(['Eva', 1, false]);
      expect(families[0].pictureURIs).toHaveLength(1);

      const removal = await refusalOf(client.call('prov/deletefamily', { familyId }));
      expect(removal).toBeInstanceOf(AFizFamilyNotEmpty);
      expect(removal).toMatchObject({ value: 31, status: 409, call: 'provdeletefamily' });
      const again = await refusalOf(client.call('prov/createaccount', account));
      expect(again).toBeInstanceOf(FizAccountAlreadyExistsException);
      expect(await client.call('prov/deleteaccount', { accountId })).toBe(true);
      expect(await client.call('prov/deletefamily', { familyId })).toBe(true);
    });

    it('lists what it may provision, and repeats a call under its key (D392, D393)', async () => {
      const client = operator();
      const create = (FamilyName: string) => client.callOnce('order-1', 'prov/createfamily', { FamilyName });
      const familyId = await create('The Onces');
      expect(await create('The Onces')).toBe(familyId);
      expect(await refusalOf(create('The Twices'))).toBeInstanceOf(FizApiIdempotencyKeyReusedException);
      const after = String(BigInt(familyId) - 1n);
      const { families, next } = await client.call('prov/listfamilies', { after, limit: '1' });
      expect(families).toEqual([{ familyId, familyName: 'The Onces', premiumType: 0 }]);
      expect(next).toBe('');
      await client.call('prov/deletefamily', { familyId });
    });

    it('throws the class of each refusal', async () => {
      const client = operator();
      const search = (login: string) => refusalOf(client.call('prov/search', { login }));
      expect(await search('nobody')).toBeInstanceOf(FizApiAccIdentifierInvalidException);
      const wrong = await refusalOf(client.call('prov/deletefamily', { familyId: 'x' }));
      expect(wrong).toBeInstanceOf(FizApiInvalidParameterException);
      expect((wrong as Error).message).toContain('familyId');
      const unknown = library.confidential({ ...CLIENTS.provisioning, secret: 'not the secret' });
      const refused = await refusalOf(unknown.call('acc/ping'));
      expect(refused).toBeInstanceOf(FizApiKeyInsufficientRightsException);
    });

    it('gets its own token, for client_credentials', async () => {
      const client = operator();
      const tokens = await client.tokens({ grant_type: 'client_credentials' });
      expect(await client.callWith(tokens, 'prov/search', { email: ANNA.email })).toBe('1');
    });

    describe('where the server is busy (D274)', () => {
      const waited: number[] = [];
      const patient = () =>
        operator({
          random: () => 0,
          sleep: (ms: number) => {
            waited.push(ms);
            return Promise.resolve();
          },
        });
      const create = (FamilyName: string) => patient().call('prov/createfamily', { FamilyName });

      it('a request that was not begun is retried', async () => {
        jest
          .spyOn(server.get(FamilyProvisioning), 'create')
          .mockRejectedValueOnce(unavailable({}, null))
          .mockRejectedValueOnce(unavailable({}, null));
        expect(await create('The Patients')).toMatch(/^\d+$/);
        expect(waited.splice(0)).toEqual([2000, 2000]);
      });

      it('a request that may have been carried out is not', async () => {
        jest.spyOn(server.get(FamilyProvisioning), 'create').mockRejectedValueOnce(outcomeUnknown({}, null));
        expect(await refusalOf(create('The Schrödingers'))).toBeInstanceOf(FizApiOutcomeUnknownException);
        expect(waited).toEqual([]);
      });
    });
  });
});
