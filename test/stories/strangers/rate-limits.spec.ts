import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post } from '../../support/a01.js';
import { pkceOf, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { Partner } from '../../support/partner.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { shop, pocket } = THIRD_PARTIES;
const SIZE = 3;

type Headers = Readonly<Record<string, unknown>>;
/** draft-ietf-httpapi-ratelimit-headers-10: a list of one named policy, and of what is left of it. */
const limitsIn = (headers: Headers): unknown => [headers['ratelimit-policy'], headers.ratelimit];
const NONE = [undefined, undefined];

describe('RateLimit and RateLimit-Policy (D394)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties({
      NETWORK_AUTHORIZATIONS: String(SIZE),
      CLIENT_AUTHORIZATIONS: String(SIZE),
    });
  });
  afterAll(() => server.close());

  const push = (headers: Record<string, string>, more: Record<string, string> = {}) => {
    const form = { response_type: 'code', redirect_uri: shop.redirectUri, state: 'st', scope: 'account' };
    return request(server, { path: '/par', form: { ...form, ...more }, headers });
  };

  it('tell a client that proved who it is what is left of its own budget, down to nothing', async () => {
    const policy = `"pushedRequests";q=${SIZE};w=600`;
    const answers = [];
    for (let i = 0; i <= SIZE; i++) answers.push(await push(basic(shop)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(answers.map(({ headers }) => limitsIn(headers))).toEqual([
      [policy, '"pushedRequests";r=2;t=200'],
      [policy, '"pushedRequests";r=1;t=400'],
      [policy, '"pushedRequests";r=0;t=600'],
      [policy, '"pushedRequests";r=0;t=200'],
    ]);
    expect(answers[3].headers['retry-after']).toBe('200'); // names the moment of t
    const again = await push(basic(shop)); // from memory
    expect(limitsIn(again.headers)).toEqual([policy, '"pushedRequests";r=0;t=200']);
    server.clock.advance({ seconds: 200 });
    expect(limitsIn((await push(basic(shop))).headers)).toEqual([policy, '"pushedRequests";r=0;t=600']);
  });

  it('tell nobody of the budget of a network', async () => {
    const form = { ...pkceOf(), client_id: pocket.id, redirect_uri: pocket.redirectUri };
    const answers = [];
    for (let i = 0; i <= SIZE; i++) answers.push(await push({}, form));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    for (const { headers } of answers) expect(limitsIn(headers)).toEqual(NONE);
  });

  it('tell nobody at a sign-in: a guesser would learn how often it may guess', async () => {
    for (let i = 0; i < 7; i++) {
      const byPage = await request(server, {
        path: '/sign-in',
        form: { identifier: ANNA.email, password: `wrong ${i}`, next: '' },
      });
      expect(limitsIn(byPage.headers)).toEqual(NONE);
      const form = { grant_type: 'password', username: ANNA.email, password: `wrong ${i}` };
      const { headers } = await post(server, '/token', form, basic(CLIENTS.app));
      expect(limitsIn(Object.fromEntries(headers))).toEqual(NONE);
    }
  });

  it('tell nobody whose credentials are wrong', async () => {
    const answer = await push(basic({ ...shop, secret: 'wrong' }));
    expect(answer.status).toBe(401);
    expect(limitsIn(answer.headers)).toEqual(NONE);
  });
});

describe('RateLimit of text messages that a partner asks for (D394, D368)', () => {
  it('is told at the call, without a word of the budgets of others', async () => {
    const gateway = await SmsGateway.start();
    const server = await startApp({ SMS_GATEWAY_URL: gateway.url, SMS_PER_CLIENT: '2', SMS_PER_SERVER: '1' });
    try {
      const partner = new Partner(server);
      const familyId = await partner.family();
      const ask = (number: string) =>
        partner.call('createaccount', {
          ...{ familyId, Type: 'phone', Identifier: number, UserName: 'Lou', UserCountryCode: 'DE' },
        });
      const [first, second] = [await ask('015112345671'), await ask('015112345672')];
      expect([first.status, second.status]).toEqual([200, 429]);
      const limits = [first, second].map(({ headers }) => headers.get('ratelimit'));
      expect(limits).toEqual(['"textMessages";r=1;t=43200', '"textMessages";r=1;t=43200']);
      expect((await partner.call('search', { login: 'x' })).headers.get('ratelimit')).toBeNull();
    } finally {
      await server.close();
      await gateway.goDown();
    }
  });
});
