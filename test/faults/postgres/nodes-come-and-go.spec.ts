import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, type Body } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { clientRowId } from '../../support/database-rows.js';
import { addressOf, Deployment } from '../../support/deployment.js';
import { eventually } from '../../support/eventually.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request, type Peer, type RawAnswer } from '../../support/http.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { setDisabled, setPatterns } from '../../support/record-changes.js';

const ACCOUNT = '/api/acc/getloggedaccount';
const WEB = ['log2*', 'acc*', 'web*', 'oauth2*'];
const PRINTS = {
  id: 'prints',
  secret: 'prints-secret-1',
  name: 'Paper Boat Prints',
  redirectUri: 'http://localhost/callback',
};

describe('two nodes behind a proxy, while one changes, stops or dies', () => {
  let deployment: Deployment;
  let caller: Peer;
  beforeAll(async () => {
    deployment = await Deployment.start();
    caller = deployment.caller();
  });
  afterAll(() => deployment.close());

  const tokens = async (client: { id: string; secret: string } = CLIENTS.app): Promise<Body> => {
    const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Bearer', deviceId: 'tablet' };
    const path = '/api/log2/generateaccesstokenbypassword';
    return (await request(caller, { path, form, headers: basic(client) })).body;
  };
  const refresh = (token: string): Promise<RawAnswer> => {
    const form = { grant_type: 'refresh_token', refresh_token: token };
    return request(caller, { path: '/token', form, headers: basic(CLIENTS.app) });
  };
  const account = async (token: string, from: Peer = caller): Promise<number> =>
    (await request(from, { path: ACCOUNT, headers: bearer(token) })).status;
  /** The answer of each node itself, requested on this machine. */
  const onEach = (token: string): Promise<number[]> =>
    Promise.all(deployment.nodes.map((node) => account(token, { url: addressOf(node) })));
  /** Until all nodes answer so; within the 5 s of D35. */
  const allAnswer = (token: string, status: number) =>
    eventually(async () => ((await onEach(token)).every((got) => got === status) ? true : null));

  it('a ruleset edited on one node applies on both (D35)', async () => {
    const { access_token } = await tokens();
    expect(await onEach(access_token)).toEqual([200, 200]);
    const inside = await deployment.inside();
    await setPatterns(inside, 'WEB', [...WEB, '!accgetloggedaccount']);
    await allAnswer(access_token, 509);
    await setPatterns(inside, 'WEB', WEB);
    await allAnswer(access_token, 200);
  });

  it('a client disabled on one node is refused on both, and its tokens too (D24, D35)', async () => {
    const { access_token } = await tokens(CLIENTS.imported);
    expect(await onEach(access_token)).toEqual([200, 200]);
    const inside = await deployment.inside();
    const id = await clientRowId(inside, CLIENTS.imported.id);
    await setDisabled(inside, id, true);
    await allAnswer(access_token, 401);
    const ping = { path: '/api/acc/ping', headers: basic(CLIENTS.imported) };
    await eventually(async () => {
      const answers = await Promise.all([request(caller, ping), request(caller, ping)]);
      return answers.every(({ status }) => status === 509) ? true : null;
    });
    await setDisabled(inside, id, false);
  });

  it('SIGTERM under load, and a new start: no request fails (rolling upgrade)', async () => {
    const failures: string[] = [];
    let rounds = 0;
    let isOver = false;
    const load = async (): Promise<void> => {
      let { refresh_token } = await tokens();
      while (!isOver) {
        const next = await refresh(refresh_token);
        const status = next.status === 200 ? await account(next.body.access_token) : next.status;
        if (status !== 200) failures.push(`${status} ${next.text}`);
        refresh_token = next.body.refresh_token;
        rounds++;
      }
    };
    const loads = Array.from({ length: 4 }, () =>
      load().catch((cause: unknown) => failures.push(String(cause))),
    );
    for (const which of [0, 1]) {
      expect(await deployment.nodes[which].stop()).toBe(0);
      const before = rounds;
      await eventually(() => Promise.resolve(rounds > before + 20 ? true : null)); // the other carries on
      await deployment.startAgain(which);
      await bothAnswer();
    }
    isOver = true;
    await Promise.all(loads);
    expect(failures).toEqual([]);
  });

  /** Until the proxy has noticed that both are up. */
  async function bothAnswer(): Promise<void> {
    deployment.proxy.countAnew();
    await eventually(async () => {
      await request(caller, { path: '/health/live' });
      return deployment.proxy.answeredBy.size === 2 ? true : null;
    });
  }

  it('SIGKILL: what began on the dead node continues on the other', async () => {
    const [{ access_token, refresh_token }, legacy, browser] = [
      await tokens(),
      new LegacyClient(caller),
      new CookieBrowser(caller),
    ];
    await legacy.signIn(ANNA);
    const tab = await browser.begin(PRINTS);
    await tab.signIn(ANNA);

    deployment.nodes[0].kill('SIGKILL');
    expect(await deployment.nodes[0].ended).toBe('SIGKILL');

    deployment.proxy.countAnew();
    expect([await account(access_token), await account(access_token)]).toEqual([200, 200]);
    expect([await legacy.status(), await legacy.status()]).toEqual([200, 200]);
    expect((await refresh(refresh_token)).status).toBe(200);
    const { code } = await tab.allow();
    const form = { grant_type: 'authorization_code', code, redirect_uri: PRINTS.redirectUri };
    expect((await request(caller, { path: '/token', form, headers: basic(PRINTS) })).status).toBe(200);
    expect(await account((await tokens()).access_token)).toBe(200);
    expect([...deployment.proxy.answeredBy.keys()]).toEqual([addressOf(deployment.nodes[1])]);
    await deployment.startAgain(0);
    await bothAnswer();
  });
});
