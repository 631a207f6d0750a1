import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { ClientService } from '../../src/oauth/clients/client.service.js';
import { Changes } from '../../src/platform/database/changes.js';
import { CleanUp } from '../../src/operate/clean-up.js';
import { basic, bearer, loggedAccount, post, refresh, tokensFor } from '../support/a01.js';
import { accountId, clientRowId, count, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { LegacyClient } from '../support/legacy-client.js';
import { macHeader } from '../support/mac-signer.js';
import { Partner, type Fields } from '../support/partner.js';
import { setDisabled, setPatterns } from '../support/record-changes.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { withoutAgeing } from '../support/without-ageing.js';

const WEB = ['log2*', 'acc*', 'web*', 'oauth2*'];
const PATH = '/api/acc/getloggedaccount';

describe('two nodes on one PostgreSQL answer as one server (D35, D51, architecture §5)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
  });
  afterAll(() => close());

  const statusOn = async (node: TestServer, token: string) =>
    (await loggedAccount(node, bearer(token))).status;

  /** B's answer after a notice about a `change` on A, by NOTIFY: its cache does not age meanwhile. */
  async function heardOnB(look: () => Promise<number>, honoured: number, change: () => Promise<unknown>) {
    expect(await look()).toBe(honoured);
    expect(await look()).toBe(honoured); // now it is cached
    return withoutAgeing(async () => {
      await change();
      return eventually(async () => {
        const now = await look();
        return now === honoured ? null : now;
      });
    });
  }

  it('tokens, refreshed on either node, work on both', async () => {
    const tokens = await tokensFor(a, ANNA);
    expect(await statusOn(b, tokens.access_token)).toBe(200);
    const next = (await refresh(b, tokens.refresh_token)).body;
    expect(await statusOn(a, next.access_token)).toBe(200);
    expect((await refresh(a, tokens.refresh_token)).body).toEqual(next); // one successor for all, within 60 s (D49)
  });

  it('parallel refreshes on both nodes get one common successor (D49, D71)', async () => {
    const { refresh_token } = await tokensFor(a, ANNA);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => refresh(i % 2 === 0 ? a : b, refresh_token)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1);
    expect(answers[0].status).toBe(200);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'a token whose %s was revoked on A is refused on B right after (RFC 7009)',
    async (kind) => {
      const tokens = await tokensFor(a, ANNA);
      const revoke = () => post(a, '/revoke', { token: tokens[kind] }, basic(CLIENTS.app));
      expect(await heardOnB(() => statusOn(b, tokens.access_token), 200, revoke)).toBe(401);
    },
  );

  it('a refresh token that is reused on A ends the grant on B (D49)', async () => {
    const tokens = await tokensFor(a, ANNA);
    const next = (await refresh(a, tokens.refresh_token)).body;
    a.clock.advance({ seconds: 61 });
    const reuse = () => refresh(a, tokens.refresh_token);
    expect(await heardOnB(() => statusOn(b, next.access_token), 200, reuse)).toBe(401);
    expect((await refresh(b, next.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('an account disabled on A is refused on B: tokens, session and sign-in (D24)', async () => {
    const id = await accountId(a, BEN.email);
    const { access_token } = await tokensFor(b, BEN);
    const session = new LegacyClient(b);
    await session.signIn(BEN);
    const disable = () => a.get(AccountService).disable(id);
    expect(await heardOnB(() => statusOn(b, access_token), 200, disable)).toBe(401);
    expect(await session.status()).toBe(501);
    expect((await new LegacyClient(b).signIn(BEN)).status).toBe(401);
    await a.get(AccountService).enable(id);
    expect((await new LegacyClient(b).signIn(BEN)).status).toBe(200);
  });

  it('a client disabled on A is refused on B: credentials and tokens (D35)', async () => {
    const id = await clientRowId(a, CLIENTS.imported.id);
    const { access_token } = await tokensFor(b, ANNA, 'Bearer', CLIENTS.imported);
    const ping = async () => (await post(b, '/api/acc/ping', {}, basic(CLIENTS.imported))).status;
    expect(await ping()).toBe(200);
    const disable = () => setDisabled(a, id, true);
    expect(await heardOnB(() => statusOn(b, access_token), 200, disable)).toBe(401);
    expect(await ping()).toBe(509);
    await setDisabled(a, id, false);
    await eventually(async () => ((await ping()) === 200 ? true : null));
  });

  it('a secret ended on A is refused on B (D34)', async () => {
    const id = await clientRowId(a, CLIENTS.provisioning.id);
    const { plain: second } = await a.get(ClientService).addSecret(id);
    const ping = async () =>
      (await post(b, '/api/acc/ping', {}, basic({ id: CLIENTS.provisioning.id, secret: second }))).status;
    await eventually(async () => ((await ping()) === 200 ? true : null));
    const end = async () => {
      const sql = 'SELECT max(id)::text AS id FROM client_secret WHERE client_id = $1';
      const [newest] = await rows<{ id: string }>(a, sql, [id]);
      await a.get(ClientService).endSecret(id, newest.id);
    };
    expect(await heardOnB(ping, 200, end)).toBe(509);
  });

  it('a ruleset changed on A applies on B (D35)', async () => {
    const { access_token } = await tokensFor(b, ANNA);
    const edit = () => setPatterns(a, 'WEB', [...WEB, '!accgetloggedaccount']);
    expect(await heardOnB(() => statusOn(b, access_token), 200, edit)).toBe(509);
    await setPatterns(a, 'WEB', WEB);
    await eventually(async () => ((await statusOn(b, access_token)) === 200 ? true : null));
  });

  it('a member joins or leaves a family by provisioning on A: B forgets the old state and shows the new one (D185)', async () => {
    const partner = new Partner(a);
    const familyId = await partner.family();
    const memberId = await partner.account(familyId);
    const otherId = await partner.family({ FamilyName: 'The Ms' });
    const changes = b.get(Changes);
    const changed = async (operation: string, fields: Fields): Promise<string[]> => {
      const { sequence } = changes;
      await partner.result(operation, { accountId: memberId, ...fields });
      const hasHeard = () =>
        Promise.resolve(changes.isFresh(sequence, [`account:${memberId}`]) ? null : true);
      await eventually(hasHeard);
      const { families } = await new Partner(b).information(memberId);
      return families.map((each) => each.familyId);
    };
    expect(await changed('addaccount2family', { familyId: otherId, AccountType: '1' })).toEqual([
      familyId,
      otherId,
    ]);
    expect(await changed('removeaccount2family', { familyId })).toEqual([otherId]);
  });

  it('a MAC request sent to both nodes at once passes on one (D51)', async () => {
    const { access_token: id, mac_key: key } = await tokensFor(a, ANNA, 'Mac');
    for (let round = 0; round < 20; round++) {
      const signed = macHeader({ id, key, url: `https://hearth.example${PATH}`, ts: a.clock.seconds });
      const headers = { ...signed, ...from('203.0.113.8'), 'X-Forwarded-Host': 'hearth.example' };
      const answers = await Promise.all([a, b].map((node) => request(node, { path: PATH, headers })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const again = await request(b, { path: PATH, headers });
      expect(again.headers['www-authenticate']).toBe('MAC error="nonce already used"');
    }
  });

  it('a session opened on A works on B, and log2out on B ends it on A (§3.1)', async () => {
    const client = new LegacyClient(a);
    await client.signIn(ANNA);
    const onB = new LegacyClient(b);
    onB.cookie = client.cookie;
    expect(await onB.status()).toBe(200);
    await onB.copy().signOut();
    expect(await client.status()).toBe(501);
  });

  it('failed sign-ins on both nodes count together (D40)', async () => {
    let texts = 0;
    const wrong = (node: TestServer, password = `wrong-one ${++texts}`) =>
      new LegacyClient(node).signIn({ ...ANNA, password }, from('198.51.100.77'));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => wrong(i % 2 === 0 ? a : b)));
    const judged = answers.filter(({ status }) => status === 401).length;
    expect(judged).toBeGreaterThanOrEqual(5);
    expect(judged).toBeLessThanOrEqual(4 + 2 * 5); // those that are checked at the same moment (D162)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - judged);
    for (const node of [a, b]) expect((await wrong(node)).status).toBe(429);
  });

  it('one wrong password sent to both nodes counts once, even at once (D321)', async () => {
    const here = from('198.51.100.78');
    const again = (i: number, password = 'of-last-year') =>
      new LegacyClient(i % 2 === 0 ? a : b).signIn({ ...ANNA, password }, here);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => again(i)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    }
    const key = `subject and address|${await accountId(a, ANNA.email)}|198.51.100.78`;
    const counted = `SELECT failures FROM sign_in_throttle WHERE key = sha256(convert_to($1, 'UTF8'))`;
    expect(await rows(a, counted, [key])).toEqual([{ failures: 1 }]);
    for (let i = 0; i < 4; i++) expect((await again(i, `another ${i}`)).status).toBe(401);
    expect((await again(0, ANNA.password)).status).toBe(429);
  });

  it('a revoke on one node that races with a refresh on the other leaves nothing that works (D71)', async () => {
    for (let round = 0; round < 20; round++) {
      const { access_token, refresh_token } = await tokensFor(a, ANNA);
      const [renewed] = await Promise.all([
        refresh(b, refresh_token),
        post(a, '/revoke', { token: refresh_token }, basic(CLIENTS.app)),
      ]);
      const tokens = renewed.status === 200 ? [access_token, renewed.body.access_token] : [access_token];
      for (const token of tokens) {
        expect(await statusOn(a, token)).toBe(401);
        await eventually(async () => ((await statusOn(b, token)) === 401 ? true : null));
      }
      if (renewed.status === 200)
        expect((await refresh(b, renewed.body.refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  it('both clean up at once: each row is deleted once, live rows stay (D55)', async () => {
    const { access_token } = await tokensFor(a, ANNA);
    a.clock.advance({ minutes: 35 });
    await Promise.all([a.get(CleanUp).run(), b.get(CleanUp).run()]);
    await a.get(CleanUp).run();
    expect(await count(a, 'mac_nonce')).toBe(0);
    expect(await statusOn(b, access_token)).toBe(200);
  });
});
