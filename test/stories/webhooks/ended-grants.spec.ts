import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { basic, post, refresh, type Body } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser, pkceOf, THIRD_PARTIES, VERIFIER } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { RESOURCES, startWithResources } from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ANY, subscribe, tell, unsubscribeAll } from '../../support/webhooks.js';

const { strict, shop } = THIRD_PARTIES;

/** A grant of a user, and what ends it. */
interface Stage {
  readonly server: TestServer;
  readonly api: AdminApi;
  readonly browser: CookieBrowser;
  readonly me: Member;
  readonly code: string;
  readonly tokens: Body;
  readonly grantId: string;
}

const redeem = (server: TestServer, code: string) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: strict.redirectUri };
  return post(server, '/token', { ...form, code_verifier: VERIFIER }, basic(strict));
};
const adminSends = (method: string, path: (stage: Stage) => string, body?: object) => {
  return (stage: Stage) => stage.api.send(method, path(stage), { ifMatch: ANY, body });
};

/** Every way in which a grant is revoked: by its client, its user or an administrator. */
const WAYS: readonly (readonly [string, (stage: Stage) => Promise<{ readonly status: number }>])[] = [
  [
    'its client revokes it',
    ({ server, tokens }) => post(server, '/revoke', { token: tokens.refresh_token }, basic(strict)),
  ],
  ['its code comes twice', ({ server, code }) => redeem(server, code)],
  [
    'its user disconnects the client',
    ({ browser }) => browser.post('/account/disconnect', { client: strict.id }),
  ],
  ['an administrator ends it', adminSends('DELETE', ({ grantId }) => `/grants/${grantId}`)],
  ['an administrator ends all of the account', adminSends('DELETE', ({ me }) => `/accounts/${me.id}/grants`)],
  [
    'an administrator ends the consent',
    adminSends('DELETE', ({ me }) => `/accounts/${me.id}/consents/${strict.id}`),
  ],
  [
    'an administrator pastes its refresh token',
    ({ api, tokens }) => api.send('POST', '/tokens/revoke', { body: { token: tokens.refresh_token } }),
  ],
  ['the account is disabled', adminSends('PATCH', ({ me }) => `/accounts/${me.id}`, { status: 'disabled' })],
  ['the account is put on hold', adminSends('POST', ({ me }) => `/accounts/${me.id}/hold`, {})],
  [
    'the account is secured',
    async ({ api, me }) => {
      const { identifiers } = (await api.send('GET', `/accounts/${me.id}`)).body as {
        identifiers: { identifierId: string }[];
      };
      return api.send('POST', `/accounts/${me.id}/secure`, { body: { to: identifiers[0].identifierId } });
    },
  ],
];

describe('the end of a grant, told to its client (D432)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let stage: Stage;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startWithResources({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const told = async () => {
    await tell(server);
    return receiver.told();
  };
  const ends = async () =>
    (await told()).filter(([kind]) => kind === 'grant.ended').map(([, , , data]) => data);
  const grantsOf = ({ id }: Member) =>
    rows<{ id: string }>(server, 'SELECT id::text FROM token_grant WHERE account_id = $1 ORDER BY id', [id]);

  beforeEach(async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await subscribe(api, strict.id, receiver);
    await subscribe(api, shop.id, receiver, { events: ['grant.ended'] });
    const me = await newMember(server);
    const browser = new CookieBrowser(server);
    const asked = { ...pkceOf(), resource: RESOURCES.ledger, scope: 'openid ledger:read' };
    const { code } = await browser.connect(me, strict, asked);
    const tokens = (await redeem(server, code)).body;
    const [{ id: grantId }] = await grantsOf(me);
    stage = { server, api, browser, me, code, tokens, grantId };
    await told();
  });
  afterEach(() => unsubscribeAll(stage.api));

  it.each(WAYS)('is told once when %s', async (_what, end) => {
    const { me, grantId } = stage;
    expect((await end(stage)).status).toBeLessThan(500);
    const sql = 'SELECT revoked_at FROM token_grant WHERE id = $1';
    const [{ revoked_at }] = await rows<{ revoked_at: Date | null }>(server, sql, [grantId]);
    expect(revoked_at).not.toBeNull();
    expect(await ends()).toEqual([{ accountId: me.id, grantId }]);
    await end(stage).catch(() => undefined); // a second time it is no news
    expect(await ends()).toEqual([]);
  });

  it('names the grant by the number in the jti of its JWTs', () => {
    const { jti = '' } = decodeJwt(stage.tokens.access_token);
    expect(Buffer.from(jti, 'base64url').readBigInt64BE(0).toString()).toBe(stage.grantId);
  });

  it('is told of each grant that ends at once', async () => {
    const { api, browser, me } = stage;
    await redeem(
      server,
      await browser.codeFor(strict, { ...pkceOf(), resource: RESOURCES.ledger, scope: 'ledger:read' }),
    );
    await told();
    await api.send('DELETE', `/accounts/${me.id}/grants`, { ifMatch: ANY });
    const all = (await grantsOf(me)).map(({ id: grantId }) => ({ accountId: me.id, grantId }));
    expect(all).toHaveLength(2);
    expect(new Set(await ends())).toEqual(new Set(all));
  });

  it('comes with account.disabled, and after the account is deleted not at all', async () => {
    const { api, me } = stage;
    await api.send('PATCH', `/accounts/${me.id}`, { ifMatch: ANY, body: { status: 'disabled' } });
    expect((await told()).map(([kind]) => kind).sort()).toEqual([
      'account.disabled',
      'grant.ended',
      'session.ended',
    ]);
    await api.send('DELETE', `/accounts/${me.id}`, { ifMatch: ANY });
    expect((await told()).map(([kind]) => kind)).toEqual(['account.deleted']);
  });

  it('is nothing of a refresh, of one access token, or of a grant that expired', async () => {
    const { api, me, grantId, tokens } = stage;
    const next = (await refresh(server, tokens.refresh_token, strict)).body;
    expect((await post(server, '/revoke', { token: next.access_token }, basic(strict))).status).toBe(200);
    expect(await told()).toEqual([]);
    server.clock.advance({ days: 366 });
    const later = await AdminApi.signIn(server, await newAdmin(server));
    expect((await later.send('DELETE', `/accounts/${me.id}/grants`, { ifMatch: ANY })).status).toBe(204);
    expect(await grantsOf(me)).toEqual([{ id: grantId }]);
    await server.get(CleanUp).run();
    expect(await grantsOf(me)).toEqual([]);
    expect(await ends()).toEqual([]);
    stage = { ...stage, api: later };
    expect(api).not.toBe(later);
  });

  it('is nothing of a client of its own, which asks for new tokens as it likes', async () => {
    const { api } = stage;
    const form = { grant_type: 'client_credentials', scope: 'ledger:read', resource: RESOURCES.ledger };
    await post(server, '/token', form, basic(CLIENTS.strict));
    await subscribe(api, CLIENTS.strict.id, receiver);
    const [{ id }] = await rows<{ id: string }>(
      server,
      `SELECT g.id::text FROM token_grant g JOIN client c ON c.id = g.client_id WHERE g.account_id IS NULL AND c.client_id = $1`,
      [CLIENTS.strict.id],
    );
    expect((await api.send('DELETE', `/grants/${id}`)).status).toBe(204);
    expect(await told()).toEqual([]);
  });
});
