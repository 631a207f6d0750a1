import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { refresh, tokensFor } from '../support/a01.js';
import { exchange } from '../support/authorization.js';
import { accountId, clientRowId, rows } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { untilWaiting } from '../support/waiting.js';

const SHOP = { ...CLIENTS.thirdParty, name: 'Shop', redirectUri: 'https://shop.example/callback' };
const LAST_GRANT = 'SELECT id FROM token_grant WHERE id = (SELECT max(id) FROM token_grant) FOR UPDATE';
const HELD_ACCOUNT = 'SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE';
const NEW_CODE = `INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, expires_at)
  VALUES (sha256(convert_to($1, 'UTF8')), $2, $3, $4, $5)`;

describe('requests that share a statement do not wait for each other (D49, D71)', () => {
  let server: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a: server, close } = await startNodes());
  });
  afterAll(() => close());

  it('a refresh waits for another transaction that holds its grant, and no other request does', async () => {
    const ben = await tokensFor(server, BEN);
    const anna = await tokensFor(server, ANNA);
    const other = server.get(Database).dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(LAST_GRANT);
    let isAnswered = false;
    const held = refresh(server, anna.refresh_token).finally(() => (isAnswered = true));
    let token = ben.refresh_token;
    for (let i = 0; i < 5; i++) {
      const { status, body } = await refresh(server, token);
      expect(status).toBe(200);
      token = body.refresh_token;
    }
    await untilWaiting(server);
    expect(isAnswered).toBe(false);
    await other.rollbackTransaction();
    await other.release();
    expect((await held).status).toBe(200);
  });

  it('a code waits for another transaction that holds its account, and no other request does', async () => {
    const { id, redirectUri } = SHOP;
    const [client, ben, anna] = [
      await clientRowId(server, id),
      await accountId(server, BEN.email),
      await accountId(server, ANNA.email),
    ];
    const until = new Date(server.clock.millis() + 60_000);
    const make = async (code: string, account: string): Promise<string> => {
      await rows(server, NEW_CODE, [code, client, account, redirectUri, until]);
      return code;
    };
    const code = await make('held', anna);
    const other = server.get(Database).dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(HELD_ACCOUNT, [anna]);
    let isAnswered = false;
    const held = exchange(server, SHOP, code).finally(() => (isAnswered = true));
    for (const bens of ['one', 'two', 'three'])
      expect((await exchange(server, SHOP, await make(bens, ben))).status).toBe(200);
    await untilWaiting(server);
    expect(isAnswered).toBe(false);
    await other.rollbackTransaction();
    await other.release();
    expect((await held).status).toBe(200);
  });
});
