import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Database } from '../../../src/platform/database/database.js';
import { basic, type Answer } from '../../support/a01.js';
import { census, plus } from '../../support/census.js';
import { count, rows } from '../../support/database-rows.js';
import { declaredCalls } from '../../support/declared.js';
import { CLIENTS } from '../../support/fixtures.js';
import { openApi } from '../../support/openapi-document.js';
import { Partner, type Fields } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { statementsOf } from '../../support/statements-of.js';

const NAME = 'The Repeated';

describe('a call with an Idempotency-Key (D392)', () => {
  let server: TestServer;
  let partner: Partner;
  let key: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    key = randomUUID();
  });

  const keyed = (its: string, by = partner) =>
    new Partner(server, { ...by.credentials, 'Idempotency-Key': its });
  const shape = ({ status, body, headers }: Answer): unknown => [status, body, headers.get('content-type')];
  const problemOf = ({ status, body }: Answer): unknown => [status, body.a01.ex.name];
  const families = (name: string) => count(server, 'family', `name = '${name}'`);

  it('gets the same answer again, and nothing is done twice', async () => {
    const call = (): Promise<Answer> => keyed(key).call('createfamily', { FamilyName: NAME });
    const before = await census(server);
    const first = await call();
    expect(first.status).toBe(200);
    for (let again = 0; again < 3; again++) expect(shape(await call())).toEqual(shape(first));
    expect(await census(server)).toEqual(plus(before, { family: 1 }));
  });

  it('sends no second invitation', async () => {
    const familyId = await partner.family();
    const fields = { ...partner.newAccount(), familyId };
    const before = await census(server);
    const accountId = await keyed(key).result('createaccount', fields);
    expect(await keyed(key).result('createaccount', fields)).toBe(accountId);
    const once = { account: 1, account_identifier: 1, family_member: 1, invitation: 1, outbox_message: 1 };
    expect(await census(server)).toEqual(plus(before, once));
  });

  it('is the same request in another order and spelling of its parameters, and by its name', async () => {
    const { api, credentials } = keyed(key);
    const first = await api.post(
      '/api/prov/createfamily',
      { FamilyName: 'Alike', Premium_Type: '1' },
      credentials,
    );
    const second = await api.post(
      '/api?a01call=provcreatefamily',
      { a01premiumType: '1', a01familyname: 'Alike' },
      credentials,
    );
    expect(shape(second)).toEqual(shape(first));
    expect(await families('Alike')).toBe(1);
  });

  it('is the same request with the same picture behind another boundary, and another one with another picture', async () => {
    const pictureOf = (background: string): Promise<Buffer> =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const [red, blue] = [await pictureOf('red'), await pictureOf('blue')];
    const upload = (content: Buffer): Promise<Answer> =>
      keyed(key).upload('createfamily', { FamilyName: 'Pictured' }, { content });
    const first = await upload(red);
    expect(first.status).toBe(200);
    expect(shape(await upload(red))).toEqual(shape(first));
    expect((await upload(blue)).status).toBe(422);
    expect(await families('Pictured')).toBe(1);
  });

  it.each<[string, (by: Partner) => Promise<Answer>]>([
    ['other parameters', (by) => by.call('createfamily', { FamilyName: 'Other' })],
    ['a further parameter', (by) => by.call('createfamily', { FamilyName: NAME, Premium_Type: '1' })],
    ['another call', (by) => by.call('updatefamily', { familyId: '1', FamilyName: NAME })],
    ['another method', (by) => by.api.get('/api/prov/createfamily?FamilyName=The+Repeated', by.credentials)],
  ])('refuses %s under the same key, and changes nothing', async (_what, other) => {
    await keyed(key).result('createfamily', { FamilyName: NAME });
    const before = await census(server);
    const refused = await other(keyed(key));
    expect(problemOf(refused)).toEqual([422, 'FizApiIdempotencyKeyReusedException']);
    expect(refused.body.a01.ex.message).toMatch(/new key/);
    expect(await census(server)).toEqual(before);
  });

  it('belongs to its client: another one has the same key for itself', async () => {
    const other = await newPartner(server, 'with-the-same-key');
    const fields = { FamilyName: 'Of two' };
    const mine = await keyed(key).result('createfamily', fields);
    expect(await keyed(key, other).result('createfamily', fields)).not.toBe(mine);
  });

  it.each([
    ['is empty', ''],
    ['has 65 characters', 'k'.repeat(65)],
    ['has a space', 'one two'],
    ['has a letter beyond ASCII', 'schlüssel'],
  ])('refuses a key that %s, at every call, and changes nothing', async (_what, wrong) => {
    const before = await census(server);
    for (const { name } of declaredCalls('prov')) {
      const refused = await keyed(wrong).call(name.slice('prov'.length), { FamilyName: NAME });
      expect(problemOf(refused)).toEqual([400, 'FizApiInvalidParameterException']);
      expect(refused.body.a01.ex.message).toBe('Idempotency-Key must have 1 to 64 visible ASCII characters.');
    }
    expect(await census(server)).toEqual(before);
    expect((await keyed('k').call('createfamily', { FamilyName: NAME })).status).toBe(200);
    expect((await keyed('~'.repeat(64)).call('createfamily', { FamilyName: NAME })).status).toBe(200);
  });

  it('is looked at only once the caller is known', async () => {
    const stranger = keyed('one two', new Partner(server, basic({ ...CLIENTS.provisioning, secret: 'no' })));
    expect((await stranger.call('createfamily', { FamilyName: NAME })).status).toBe(509);
  });

  it('gets a refusal again, although the request would succeed by now', async () => {
    const familyId = await partner.family();
    const fields = { ...partner.newAccount(), familyId };
    const accountId = await partner.result('createaccount', fields);
    const first = await keyed(key).call('createaccount', fields);
    expect(problemOf(first)).toEqual([409, 'FizAccountAlreadyExistsException']);
    await partner.result('deleteaccount', { accountId });
    expect(shape(await keyed(key).call('createaccount', fields))).toEqual(shape(first));
    expect(problemOf(await keyed(key).call('deletefamily', { familyId: 'x' }))).toEqual([
      422,
      'FizApiIdempotencyKeyReusedException',
    ]);
    expect((await keyed(randomUUID()).call('createaccount', fields)).status).toBe(200);
  });

  it('keeps a missing parameter’s refusal too: another body is another request', async () => {
    expect((await keyed(key).call('createfamily')).status).toBe(400);
    expect((await keyed(key).call('createfamily', { FamilyName: NAME })).status).toBe(422);
  });

  it('deletes once, and then answers that it did', async () => {
    const accountId = await partner.account(await partner.family());
    expect(await keyed(key).result('deleteaccount', { accountId })).toBe('true');
    expect(await keyed(key).result('deleteaccount', { accountId })).toBe('true');
    expect((await partner.call('deleteaccount', { accountId })).status).toBe(507);
  });

  it('counts for 24 hours', async () => {
    const call = (): Promise<string> => keyed(key).result('createfamily', { FamilyName: NAME });
    const first = await call();
    server.clock.advance({ minutes: 24 * 60 - 1 });
    expect(await call()).toBe(first);
    server.clock.advance({ minutes: 2 });
    expect(await call()).not.toBe(first);
    server.clock.advance({ days: 2 });
    await server.get(CleanUp).run();
    expect(await count(server, 'kept_answer')).toBe(0);
  });

  it('is kept sealed: neither the key, nor the request or the answer is in the database', async () => {
    const secret = `key-of-${randomUUID()}`;
    const accountId = await keyed(secret).result('createaccount', {
      ...partner.newAccount(),
      FamilyName: NAME,
    });
    const [row] = await rows<Record<string, unknown>>(
      server,
      'SELECT * FROM kept_answer WHERE account_id = $1',
      [accountId],
    );
    const bytes = Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : ''));
    for (const hidden of [secret, NAME, 'lou-', '"a01"']) expect(bytes.join(' ')).not.toContain(hidden);
  });

  it('is erased with the person', async () => {
    const fields = { ...partner.newAccount(), FamilyName: NAME };
    const accountId = await keyed(key).result('createaccount', fields);
    await keyed(randomUUID()).result('updateaccount', { accountId, UserName: 'Lu' });
    const its = () => count(server, 'kept_answer', `account_id = ${accountId}`);
    expect(await its()).toBe(2);
    await partner.result('deleteaccount', { accountId });
    expect(await its()).toBe(0);
  });

  it('goes with its client', async () => {
    const gone = await newPartner(server, 'soon-gone');
    await keyed(key, gone).result('createfamily', { FamilyName: NAME });
    const before = await count(server, 'kept_answer');
    await rows(server, `DELETE FROM client WHERE client_id = 'soon-gone'`);
    expect(await count(server, 'kept_answer')).toBe(before - 1);
  });

  it('of a call that reads keeps nothing: the answer is today’s', async () => {
    const accountId = await partner.account(await partner.family(), { UserName: 'Lou' });
    const before = await count(server, 'kept_answer');
    const name = async () => (await keyed(key).information(accountId)).name;
    expect(await name()).toBe('Lou');
    await partner.result('updateaccount', { accountId, UserName: 'Lu' });
    expect(await name()).toBe('Lu');
    expect(await count(server, 'kept_answer')).toBe(before);
  });

  it('costs a call without one nothing', async () => {
    const touched = async (by: Partner): Promise<number> => {
      const sent = await statementsOf(server, () => by.call('createfamily', { FamilyName: NAME }));
      return sent.filter(({ text }) => text.includes('kept_answer')).length;
    };
    expect(await touched(partner)).toBe(0);
    expect(await touched(keyed(key))).toBe(3); // begun; done, within the work's transaction; answered
    expect(await touched(keyed(key))).toBe(2); // not the first; the answer
  });

  it('begins anew after a failure, which says nothing of the request', async () => {
    const fields: Fields = { FamilyName: 'After a failure' };
    jest.spyOn(server.get(Database), 'transaction').mockRejectedValueOnce(new Error('nobody foresaw it'));
    const failed = await keyed(key).call('createfamily', fields);
    expect(failed.status).toBe(500);
    expect((await keyed(key).call('createfamily', fields)).status).toBe(200);
    expect(await families('After a failure')).toBe(1);
  });

  it('is documented at each call that does something', async () => {
    const { paths } = await openApi(server);
    for (const { path, writes, name } of declaredCalls('prov')) {
      const { parameters = [] } = paths[path as string].post;
      expect([name, parameters.some((one) => one.name === 'Idempotency-Key')]).toEqual([name, writes]);
    }
  });
});
