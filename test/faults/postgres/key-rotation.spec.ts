import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { basic, type Body } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { addressOf, Deployment, FIRST_KEYS } from '../../support/deployment.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request, type Peer } from '../../support/http.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { macHeader } from '../../support/mac-signer.js';

const ACCOUNT = '/api/acc/getloggedaccount';
const NEXT_KEYS = {
  MASTER_KEY: Buffer.alloc(32, 22).toString('base64'),
  SESSION_SECRET: 'the next session secret of both nodes',
};
const PRINTS = {
  id: 'prints',
  secret: 'prints-secret-1',
  name: 'Paper Boat Prints',
  redirectUri: 'http://localhost/callback',
};
type Keys = typeof FIRST_KEYS;

/** The three steps of docs/operate/runbook.md, each on one node after the other. */
const both = (newest: Keys, older: Keys): Keys => ({
  MASTER_KEY: `${newest.MASTER_KEY},${older.MASTER_KEY}`,
  SESSION_SECRET: `${newest.SESSION_SECRET},${older.SESSION_SECRET}`,
});
const KNOWN = both(FIRST_KEYS, NEXT_KEYS);
const USED = both(NEXT_KEYS, FIRST_KEYS);

describe('MASTER_KEY and SESSION_SECRET change while two nodes serve', () => {
  let deployment: Deployment;
  let caller: Peer;
  let onEach: Peer[];
  let oldKid: string | undefined;
  let held: { mac: Body; session: LegacyClient }[];
  beforeAll(async () => {
    deployment = await Deployment.start();
    caller = deployment.caller();
    onEach = deployment.nodes.map((node) => ({ url: addressOf(node) }));
    held = [];
    oldKid = await signingKey();
  });
  afterAll(() => deployment.close());
  beforeEach(() => holdMore());

  /** Every node makes a MAC token and a session, which all nodes accept. */
  async function holdMore(): Promise<void> {
    for (const node of onEach) {
      const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Mac', deviceId: 'tablet' };
      const path = '/api/log2/generateaccesstokenbypassword';
      const { body } = await request(node, { path, form, headers: basic(CLIENTS.app) });
      const session = new LegacyClient(node);
      await session.signIn(ANNA);
      held.push({ mac: body, session });
    }
  }

  const macStatus = async ({ access_token: id, mac_key: key }: Body, node: Peer): Promise<number> => {
    const headers = macHeader({ id, key, url: `${node.url}${ACCOUNT}`, ts: Math.floor(Date.now() / 1000) });
    return (await request(node, { path: ACCOUNT, headers })).status;
  };
  const sessionStatus = async ({ cookie }: LegacyClient, node: Peer): Promise<number> =>
    (await request(node, { path: ACCOUNT, headers: { Cookie: cookie as string } })).status;

  /** Everything made so far by any node is valid on each. */
  async function expectAllGood(): Promise<void> {
    for (const node of onEach)
      for (const { mac, session } of held) {
        expect(await macStatus(mac, node)).toBe(200);
        expect(await sessionStatus(session, node)).toBe(200);
      }
  }

  /** The key that signs the id_token of a third party's user now. */
  async function signingKey(): Promise<string | undefined> {
    const { code } = await new CookieBrowser(caller).connect(ANNA, PRINTS, { scope: 'openid' });
    const form = { grant_type: 'authorization_code', code, redirect_uri: PRINTS.redirectUri };
    const { status, body } = await request(caller, { path: '/token', form, headers: basic(PRINTS) });
    expect(status).toBe(200);
    return decodeProtectedHeader((body as unknown as { id_token: string }).id_token).kid;
  }

  async function restart(which: number, keys: Keys): Promise<void> {
    await deployment.nodes[which].stop();
    await deployment.startAgain(which, keys);
  }

  it.each([
    ['the new keys stand behind the old ones', KNOWN],
    ['the new keys stand in front', USED],
  ])('%s: nothing is lost after either restart', async (_what, keys) => {
    await restart(0, keys);
    await holdMore();
    await expectAllGood();
    await restart(1, keys);
    await expectAllGood();
  });

  it('without the old keys, their signatures are invalid, sealed values were resealed (D280), and everything else works', async () => {
    const published = async () =>
      (await request(caller, { path: '/jwks' })).body as unknown as { keys: { kid: string }[] };
    const [old, recent] = [held[0], held[held.length - 1]];

    await restart(0, NEXT_KEYS);
    await restart(1, NEXT_KEYS);

    for (const node of onEach) {
      expect(await macStatus(recent.mac, node)).toBe(200);
      expect(await sessionStatus(recent.session, node)).toBe(200);
      expect(await macStatus(old.mac, node)).toBe(401);
      expect(await sessionStatus(old.session, node)).toBe(501);
    }
    const form = { grant_type: 'refresh_token', refresh_token: old.mac.refresh_token };
    const { body } = await request(caller, { path: '/token', form, headers: basic(CLIENTS.app) });
    expect(await macStatus(body, onEach[0])).toBe(200);
    expect(await signingKey()).toBe(oldKid);
    expect((await published()).keys.map(({ kid }) => kid)).toContain(oldKid);
  });
});
