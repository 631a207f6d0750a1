import { beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { useThirdParties } from '../support/authorization-stage.js';
import { exchange, THIRD_PARTIES, type CookieBrowser } from '../support/authorization.js';
import { eventually } from '../support/eventually.js';
import { rows } from '../support/database-rows.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import type { TestServer } from '../support/start-app.js';
import { untilWaiting, waiting } from '../support/waiting.js';

const { shop } = THIRD_PARTIES;

describe('code that is redeemed at the moment of a sign-out (D214)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });
  beforeEach(async () => {
    me = await newMember(server);
  });

  it('leaves no part of the sign-in without a notification', async () => {
    const { code: older } = await browser.connect(me, shop, { scope: 'openid' });
    const code = await browser.codeFor(shop, { scope: 'openid' });
    const { dataSource } = server.get(Database);
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM authorization_code WHERE digest = sha256($1) FOR UPDATE', [older]);
    const signedOut = browser.post('/sign-out');
    await untilWaiting(server); // in the middle of it
    let isRedeemed = false;
    const redeemed = exchange(server, shop, code).finally(() => (isRedeemed = true));
    await eventually(async () => (isRedeemed || (await waiting(server)) === 2 ? true : null));
    await holder.commitTransaction();
    await holder.release();
    expect((await signedOut).status).toBe(200);
    expect((await redeemed).status).toBe(400);
    const sql = 'SELECT sid FROM token_grant WHERE sid IS NOT NULL AND account_id = $1';
    expect(await rows(server, sql, [me.id])).toEqual([]);
  });
});
