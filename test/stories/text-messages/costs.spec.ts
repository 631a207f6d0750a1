import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Outbox } from '../../../src/identity/notifications/outbox.js';
import { Database } from '../../../src/platform/database/database.js';
import { CallError } from '../../../src/platform/errors/call-error.js';
import { Errors } from '../../../src/platform/errors/catalogue.js';
import { Budgets } from '../../../src/platform/throttle/budgets.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import {
  createAccount,
  deliver,
  invite,
  newPhone,
  outboxOf,
  provision,
  resultOf,
} from '../../support/invitations.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const DEAR = [
  ['+37190121000', 'LV', 'premium-rate'],
  ['+499001234567', 'DE', 'premium-rate'],
  ['+491801234567', 'DE', 'shared-cost'],
  ['+881631450000', 'DE', 'global-service'],
  ['+870773111632', 'DE', 'global-service'],
] as const;

describe('limited costs of text messages (D368, row 19)', () => {
  let gateway: SmsGateway;
  let server: TestServer;
  beforeAll(async () => {
    gateway = await SmsGateway.start();
    server = await startApp({
      ...{ SMS_GATEWAY_URL: gateway.url, SMS_COUNTRIES: 'de, LV' },
      ...{ SMS_PER_CLIENT: '4', SMS_PER_ACCOUNT: '1', SMS_PER_SERVER: '6' },
    });
  });
  beforeEach(() => server.clock.advance({ minutes: 49 * 60 })); // every budget is whole again
  afterEach(() => deliver(server));
  afterAll(async () => {
    await Promise.all([server.close(), gateway.goDown()]);
  });

  const byPhone = (Identifier: string, UserCountryCode = 'DE') =>
    createAccount(server, { Type: 'phone', Identifier, UserCountryCode });
  const messageOf = (answer: Awaited<ReturnType<typeof byPhone>>) =>
    (answer.body.a01 as unknown as { ex: { message: string } }).ex.message;
  const search = (msisdn: string) => provision(server, 'search', { MSISDN: msisdn });
  const resetBy = (accountId: string, recipient: string) =>
    server.get(Database).transaction((tx) =>
      server.get(Outbox).add(tx, {
        ...({ kind: 'reset', accountId, channel: 'sms', recipient, locale: 'en' } as const),
        payload: { link: 'https://x.example/reset/t', name: 'Mia', familyName: null, clientName: 'Hearth' },
      }),
    );
  const sentTo = (number: string) => gateway.requestsTo(number).length;

  it.each(DEAR)(
    '%s with %s is refused as a %s number, and nothing is sent',
    async (number, country, kind) => {
      const answer = await byPhone(number, country);
      expectError(answer, ERRORS.msisdnInvalid, 'provcreateaccount');
      expect(messageOf(answer)).toContain(`is a ${kind} number`);
      await deliver(server);
      expect(sentTo(number)).toBe(0);
    },
  );

  it("a number of a country outside SMS_COUNTRIES is refused by the country's name", async () => {
    const answer = await byPhone('+33612345678', 'FR');
    expectError(answer, ERRORS.msisdnInvalid, 'provcreateaccount');
    expect(messageOf(answer)).toContain('is a number of FR');
  });

  it('an administrator gets that error beside the field', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    for (const [value, problem] of [
      ['+499001234567', 'premium-rate'],
      ['+33612345678', 'number of FR'],
    ]) {
      const { status, body } = await api.send('POST', '/accounts', {
        body: { type: 'Msisdn', identifier: value, name: 'Mia' },
      });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(problem)]);
    }
  });

  it('an existing number is still found, and is sent nothing: the outbox gives the reason', async () => {
    const accountId = await invite(server, { Type: 'phone', Identifier: newPhone() });
    const number = '+37190121000';
    await rows(
      server,
      'UPDATE account_identifier SET value = $2, normalized = $2, is_validated = true WHERE account_id = $1',
      [accountId, number],
    );
    expect(resultOf(await search(number))).toBe(accountId);
    await resetBy(accountId, number);
    await deliver(server);
    const [message] = await outboxOf(server, accountId);
    expect(message).toMatchObject({ sent_at: null, next_at: null });
    expect(message.last_error).toContain('premium-rate');
    expect(sentTo('+37190121000')).toBe(0);
  });

  it("a client beyond its budget gets 429, until the day's budget returns", async () => {
    for (let i = 0; i < 4; i++) expect((await byPhone(newPhone())).status).toBe(200);
    const before = await rows(server, 'SELECT id FROM account');
    const refused = await byPhone(newPhone());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(6 * 3600); // a fourth of the day
    expect(await rows(server, 'SELECT id FROM account')).toHaveLength(before.length);
    expect((await createAccount(server)).status).toBe(200); // an e-mail costs nothing
    server.clock.advance({ minutes: 6 * 60 });
    expect((await byPhone(newPhone())).status).toBe(200);
    expect((await byPhone(newPhone())).status).toBe(429);
  });

  it('queued messages wait in the outbox for the budget of their account, untried, and then go', async () => {
    const accountId = await invite(server, { Type: 'phone', Identifier: newPhone() });
    await deliver(server);
    const [first] = await outboxOf(server, accountId);
    await server.get(Budgets).spendOnText({ accountId });
    await resetBy(accountId, '+4915112999999');
    await deliver(server);
    const [waiting] = await outboxOf(server, accountId);
    expect(waiting.id).not.toBe(first.id);
    expect(waiting).toMatchObject({ attempts: 0, sent_at: null });
    expect(waiting.last_error).toContain('the text messages of its account are spent');
    expect(waiting.next_at).toEqual(new Date(server.clock.millis() + 24 * 3600_000));
    server.clock.advance({ minutes: 24 * 60 });
    await deliver(server);
    expect(sentTo('+4915112999999')).toBe(1);
  });

  it('a message without budget counts as untried: nothing goes for free', async () => {
    const accountId = await invite(server, { Type: 'phone', Identifier: newPhone() });
    await deliver(server);
    const spending = jest.spyOn(server.get(Budgets), 'spendOnText');
    spending.mockRejectedValueOnce(new CallError(Errors.unavailable, {}));
    const before = (await server.get(Budgets).textsSpent()).spent;
    await resetBy(accountId, '+4915112888888');
    await deliver(server);
    expect((await outboxOf(server, accountId))[0]).toMatchObject({ attempts: 0, sent_at: null });
    expect(sentTo('+4915112888888')).toBe(0);
    server.clock.advance({ seconds: 30 });
    await deliver(server);
    spending.mockRestore();
    expect(sentTo('+4915112888888')).toBe(1);
    expect((await server.get(Budgets).textsSpent()).spent).toBe(before + 1);
  });

  it("the server's budget is one for all; refused messages spend nobody else's", async () => {
    const budgets = server.get(Budgets);
    const spend = (accountId: string) => budgets.spendOnText({ accountId });
    const many = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => spend(`9${i}`)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await budgets.textsSpent()).toEqual({ spent: 6, size: 6 });
    await expect(spend('77')).rejects.toMatchObject({ budget: 'textMessages', of: 'server' });
    server.clock.advance({ minutes: 24 * 60 });
    await spend('77'); // had one, and it was not spent
    await expect(spend('77')).rejects.toMatchObject({ of: 'account' });
    expect(await budgets.textsSpent()).toEqual({ spent: 1, size: 6 });
  });

  it('the doctor and the metrics show the used budget', async () => {
    const budgets = server.get(Budgets);
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const check = async () => {
      const { body } = await api.send('GET', '/doctor');
      return (body as unknown as { checks: { name: string; result: string; detail: string }[] }).checks.find(
        ({ name }) => name === 'text messages',
      );
    };
    expect(await check()).toMatchObject({
      result: 'ok',
      detail: expect.stringContaining('0 text messages of 6'),
    });
    for (let i = 0; i < 5; i++) await budgets.spendOnText({ accountId: `6${i}` });
    expect(await check()).toMatchObject({ result: 'warning' });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(Number(/^hearth_text_messages_spent (\S+)/m.exec(metrics)?.[1])).toBeCloseTo(5 / 6);
    expect(metrics).toMatch(/^hearth_text_messages_total\{what="link"\} [1-9]/m);
  });
});

describe('settings of text messages (D368)', () => {
  it.each([
    ['DE,XX', '"XX" is no country with phone numbers'],
    ['Germany', '"GERMANY" is no country'],
    [',', 'it lists none'],
  ])('SMS_COUNTRIES %s: refuses the start with one sentence', async (SMS_COUNTRIES, problem) => {
    await expect(startApp({ SMS_COUNTRIES })).rejects.toThrow(problem);
  });

  it('a budget of 0 sends none', async () => {
    const server = await startApp({ SMS_GATEWAY_URL: 'http://127.0.0.1:9/', SMS_PER_CLIENT: '0' });
    const answer = await createAccount(server, { Type: 'phone', Identifier: newPhone() });
    await server.close();
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe(String(24 * 3600));
    expect(() => resultOf(answer)).toThrow();
  });
});
