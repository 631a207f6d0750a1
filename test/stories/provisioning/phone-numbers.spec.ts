import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { outboxOf } from '../../support/invitations.js';
import { Partner } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('phone numbers that partners send (D372)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
  });
  afterAll(() => server.close());

  const create = (Identifier: string, UserCountryCode: string) =>
    partner.call('createaccount', {
      ...partner.newAccount(),
      ...{ familyId, Type: 'phone', Identifier, UserCountryCode },
    });
  const messages = async () =>
    (await rows<{ count: number }>(server, 'SELECT count(*)::int AS count FROM outbox_message'))[0].count;

  it.each([
    ['6045551234', 'FR', 'too many digits'],
    ['4155550100', 'FR', 'too many digits'],
    ['3901234567', 'FR', 'too many digits'],
    ['8012345678', 'DE', 'no such numbers'],
    ['4915112345678', 'FR', 'too many digits'],
  ])('%s with %s invites no stranger abroad (input 20)', async (number, country, problem) => {
    const before = await messages();
    const answer = await create(number, country);
    expectError(answer, ERRORS.msisdnInvalid, 'provcreateaccount');
    expect((answer.body.a01 as { ex: { message: string } }).ex.message).toContain(problem);
    expect(await messages()).toBe(before);
  });

  it('33612345678 with FR is accepted (input 20)', async () => {
    const account = await partner.account(familyId, {
      ...{ Type: 'phone', Identifier: '33612345678', UserCountryCode: 'FR' },
    });
    expect(await outboxOf(server, account)).toMatchObject([{ channel: 'sms', recipient: '+33612345678' }]);
    expect(await partner.result('search', { MSISDN: '33612345678' })).toBe(account);
  });

  it.each([
    ['+5215512345678', '+525512345678'],
    ['+22505181123', '+2250505181123'],
    ['+551181234567', '+5511981234567'],
  ])('%s of an old plan is invited and found as %s (input 21)', async (old, today) => {
    const account = await partner.account(familyId, { Type: 'phone', Identifier: old });
    expect(await outboxOf(server, account)).toMatchObject([{ recipient: today }]);
    for (const MSISDN of [old, today]) expect(await partner.result('search', { MSISDN })).toBe(account);
    expectError(await create(today, 'DE'), ERRORS.accountAlreadyExists, 'provcreateaccount');
  });

  it('are stored without the marks that a contact list adds', async () => {
    const Identifier = '\u202d+49 151 12345699\u202c';
    const account = await partner.account(familyId, { Type: 'phone', Identifier });
    const { identifiers } = await partner.information(account);
    expect(identifiers).toMatchObject([{ value: '+49 151 12345699' }]);
  });

  it.each([
    ['UserCountryCode', 'DEU'],
    ['UserCountryCode', 'D'],
  ])('%s %j must have exactly 2 letters (input 28)', async (name, value) => {
    const answer = await partner.call('createaccount', { ...partner.newAccount(), familyId, [name]: value });
    expectError(answer, ERRORS.invalidParameter, 'provcreateaccount');
    const { message } = (answer.body.a01 as { ex: { message: string } }).ex;
    expect(message).toBe('UserCountryCode must have exactly 2 letters.');
  });

  it('an administrator sees what is wrong with a number, and with a country (inputs 28, 44)', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const account = await partner.account(familyId);
    const short = { type: 'Msisdn', value: '+49 151 1234567' };
    const added = await api.send('POST', `/accounts/${account}/identifiers`, { body: short });
    expect(JSON.stringify(added.body)).toContain('has missing or wrong digits');
    const changed = await api.send('PATCH', `/accounts/${account}`, { body: { countryCode: 'DEU' } });
    expect(JSON.stringify(changed.body)).toContain('must have exactly 2 letters');
  });
});
