import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeAccessToken } from '../../../src/oauth/tokens/format/access-token.js';
import { refreshTag, writeRefreshToken } from '../../../src/oauth/tokens/format/refresh-token.js';
import { NOT_NARROWED } from '../../../src/oauth/tokens/format/scope-bits.js';
import { TokenKeys } from '../../../src/oauth/tokens/format/token-keys.js';
import { AppConfig } from '../../../src/platform/config/app-config.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { basic, loggedAccount, post, refresh, tokensFor, tokenStatus } from '../../support/a01.js';
import { clientRowId, rows } from '../../support/database-rows.js';
import { CALL, DpopClient } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { macHeader } from '../../support/mac-signer.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { accessSecretIn, grantRow, ofGeneration, partsOf, reminted } from '../../support/token-forge.js';

/** docs/reference/security.md, "What a leak is worth": each row of the table except the memory of a node. */
describe('worth of a leak (D204)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const masterKeys = () => server.get(AppConfig).masterKeys;
  const instanceSecret = async () =>
    (await rows<{ secret: Buffer }>(server, 'SELECT secret FROM instance_secret'))[0].secret;
  const inAnHour = () => server.clock.millis() + 3_600_000;

  it('only the database: nothing in it is a token, or makes one', async () => {
    const tokens = await tokensFor(server, ANNA);
    const row = await grantRow(server, tokens.refresh_token);
    const keys = new TokenKeys([randomBytes(32)], await instanceSecret());
    for (const secret of [row.anchor, row.refresh_digest]) {
      const access = { grantId: row.id, issue: 0, issuedAt: server.clock.millis(), expiresAt: inAnHour() };
      const bearer = {
        tokenType: 'bearer',
        macAlgorithm: null,
        thumbprint: null,
        isOfInterface: true,
        scope: NOT_NARROWED,
      } as const;
      expect(await tokenStatus(server, writeAccessToken(keys, { ...access, ...bearer, secret }).plain)).toBe(
        401,
      );
      const long = Buffer.concat([secret, secret]);
      for (const made of [
        secret.toString('hex'),
        writeRefreshToken(row.id, long, refreshTag(keys.newest, long, 0)),
      ])
        expect((await refresh(server, made)).body.error).toBe('invalid_grant');
    }
  });

  it('only MASTER_KEY: its keys are useless without the secret of the instance', async () => {
    const tokens = await tokensFor(server, ANNA);
    const keys = new TokenKeys(masterKeys(), randomBytes(32));
    expect(
      await tokenStatus(server, reminted(server, tokens.access_token, { expiresAt: inAnHour() }, keys)),
    ).toBe(401);
    expect((await refresh(server, ofGeneration(server, tokens.refresh_token, 1, keys))).body.error).toBe(
      'invalid_grant',
    );
  });

  it('both: no token of an account, because the secret of its grant is in neither', async () => {
    const tokens = await tokensFor(server, ANNA);
    const row = await grantRow(server, tokens.refresh_token);
    const keys = new TokenKeys(masterKeys(), await instanceSecret());
    for (const secret of [row.anchor, row.refresh_digest, randomBytes(16)])
      expect(await tokenStatus(server, reminted(server, tokens.access_token, { secret }, keys))).toBe(401);
    for (const secret of [Buffer.concat([row.anchor, row.refresh_digest]), randomBytes(32)]) {
      const made = writeRefreshToken(row.id, secret, refreshTag(keys.newest, secret, 0));
      expect((await refresh(server, made)).body.error).toBe('invalid_grant');
    }
    expect(await tokenStatus(server, tokens.access_token)).toBe(200); // nothing of it ended the grant
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it("both: a client's own tokens, so both are replaced after the leak", async () => {
    const { body } = await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
    const id = await clientRowId(server, CLIENTS.app.id);
    const sql = 'SELECT id::text, sealed_secret FROM token_grant WHERE client_id = $1 AND account_id IS NULL';
    const [own] = await rows<{ id: string; sealed_secret: Buffer }>(server, sql, [id]);
    const context = Buffer.from(`own grant of client ${id}`);
    const secret = new Sealer(masterKeys(), true).open('own grant', own.sealed_secret, context);
    expect(accessSecretIn(body.access_token)).toEqual(secret);
    const forged = reminted(server, body.access_token, { expiresAt: inAnHour() * 2 });
    expect((await post(server, '/api/acc/ping', {}, { authorization: `Bearer ${forged}` })).status).toBe(200);
  });

  it('an access token: itself until it ends, and neither another nor a longer one', async () => {
    const tokens = await tokensFor(server, ANNA);
    const token = tokens.access_token;
    expect(await tokenStatus(server, token)).toBe(200);
    expect((await refresh(server, token)).body.error).toBe('invalid_grant');
    const thiefs = new TokenKeys([randomBytes(32)], await instanceSecret());
    const { grantId } = partsOf(server, (await tokensFor(server, ANNA)).refresh_token);
    for (const more of [{ expiresAt: inAnHour() * 2 }, { grantId }, { issue: 1 }, {}]) {
      const made = Buffer.from(reminted(server, token, more, thiefs), 'base64url');
      expect(await tokenStatus(server, made.toString('base64url'))).toBe(401);
      Buffer.from(token, 'base64url').copy(made, 2, 2, 6); // claims to be of the server's key
      expect(await tokenStatus(server, made.toString('base64url'))).toBe(401);
    }
    server.clock.advance({ seconds: 3600 });
    expect(await tokenStatus(server, token)).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it('a MAC token, and a token bound to a key: nothing without their keys', async () => {
    const url = `${server.url}${CALL}`;
    const { access_token: id } = await tokensFor(server, ANNA, 'Mac');
    for (const key of [id, randomBytes(32).toString('base64url')]) {
      const signed = macHeader({ id, key, url, ts: server.clock.seconds });
      expect((await loggedAccount(server, signed)).status).toBe(401);
    }
    const owner = new DpopClient(server, await DpopKey.generate());
    const thief = new DpopClient(server, await DpopKey.generate());
    const { access_token: bound } = await owner.tokens();
    expect((await owner.call(bound)).status).toBe(200);
    for (const proof of [{}, null]) expect((await thief.call(bound, proof)).status).toBe(401);
    for (const token of [id, bound]) expect(await tokenStatus(server, token)).toBe(401);
  });

  it('a refresh token: its grant, for a thief with its client too, until the replaced one returns after the grace', async () => {
    const { refresh_token: stolen } = await tokensFor(server, ANNA);
    const another = await tokensFor(server, ANNA);
    expect((await refresh(server, stolen, { ...CLIENTS.app, secret: 'guessed' })).body.error).toBe(
      'invalid_client',
    );
    expect((await refresh(server, stolen, CLIENTS.imported)).body.error).toBe('invalid_grant');
    expect((await grantRow(server, stolen)).generation).toBe(0);
    const { status, body: thiefs } = await refresh(server, stolen);
    expect([status, await tokenStatus(server, thiefs.access_token)]).toEqual([200, 200]);
    server.clock.advance({ seconds: 61 });
    expect((await refresh(server, stolen)).body.error).toBe('invalid_grant'); // its owner comes
    expect(await tokenStatus(server, thiefs.access_token)).toBe(401);
    expect((await refresh(server, thiefs.refresh_token)).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, another.access_token)).toBe(200);
  });

  it('both and an expired access token: its own grant, while that is valid; the end of the grant ends it', async () => {
    const tokens = await tokensFor(server, ANNA);
    server.clock.advance({ seconds: 3600 });
    expect(await tokenStatus(server, tokens.access_token)).toBe(401);
    const forged = reminted(server, tokens.access_token, { expiresAt: inAnHour() });
    expect(await tokenStatus(server, forged)).toBe(200);
    const other = await tokensFor(server, ANNA);
    const elsewhere = { expiresAt: inAnHour(), grantId: partsOf(server, other.refresh_token).grantId };
    expect(await tokenStatus(server, reminted(server, tokens.access_token, elsewhere))).toBe(401);
    expect((await refresh(server, forged)).body.error).toBe('invalid_grant'); // it yields no refresh token
    await post(server, '/revoke', { token: tokens.refresh_token }, basic(CLIENTS.app));
    expect(await tokenStatus(server, forged)).toBe(401);
  });

  it('a spent refresh token without the keys: not the current one, nor an earlier one that is still answered', async () => {
    const first = await tokensFor(server, ANNA);
    const second = (await refresh(server, first.refresh_token)).body;
    const third = (await refresh(server, second.refresh_token)).body;
    const thiefs = new TokenKeys([randomBytes(32)], await instanceSecret());
    for (const generation of [0, 1, 2, 3, 100])
      expect(
        (await refresh(server, ofGeneration(server, first.refresh_token, generation, thiefs))).body.error,
      ).toBe('invalid_grant');
    const named = new TokenKeys(masterKeys(), await instanceSecret());
    const { grantId, secret } = partsOf(server, first.refresh_token);
    for (const generation of [1, 2]) {
      const tag = { ...refreshTag(thiefs.newest, secret, generation), key: named.newest };
      expect((await refresh(server, writeRefreshToken(grantId, secret, tag))).body.error).toBe(
        'invalid_grant',
      );
    }
    expect(await tokenStatus(server, third.access_token)).toBe(200); // an unknown one ends nothing
    expect((await refresh(server, third.refresh_token)).status).toBe(200);
    server.clock.advance({ seconds: 61 });
    expect((await refresh(server, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, third.access_token)).toBe(401); // but unchanged it ends its grant
  });

  it('both and a spent refresh token: its grant, as if it were the current one', async () => {
    const { refresh_token: spent } = await tokensFor(server, ANNA);
    const { body: second } = await refresh(server, spent);
    const { body: third } = await refresh(server, second.refresh_token);
    server.clock.advance({ seconds: 61 });
    const keys = new TokenKeys(masterKeys(), await instanceSecret());
    const { generation } = await grantRow(server, spent);
    const forged = ofGeneration(server, spent, generation, keys);
    expect(forged).toBe(third.refresh_token);
    const { status, body } = await refresh(server, forged);
    expect([status, await tokenStatus(server, body.access_token)]).toEqual([200, 200]);
    const { grantId } = partsOf(server, (await tokensFor(server, ANNA)).refresh_token);
    const { secret } = partsOf(server, spent);
    const elsewhere = writeRefreshToken(grantId, secret, refreshTag(keys.newest, secret, 0));
    expect((await refresh(server, elsewhere)).body.error).toBe('invalid_grant');
  });

  it('an old dump and a key that is still listed: the old grants are not the current ones, though their ids return', async () => {
    const before = await tokensFor(server, ANNA);
    const { grantId } = partsOf(server, before.refresh_token);
    const other = await tokensFor(server, ANNA);
    const { grantId: now } = partsOf(server, other.refresh_token);
    await rows(server, 'DELETE FROM token_grant WHERE id = $1', [grantId]);
    const sql = `INSERT INTO token_grant SELECT (jsonb_populate_record(g, jsonb_build_object('id', $1::bigint))).* FROM token_grant g WHERE id = $2`;
    await rows(server, sql.replace('token_grant SELECT', 'token_grant OVERRIDING SYSTEM VALUE SELECT'), [
      grantId,
      now,
    ]);
    expect((await refresh(server, before.refresh_token)).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, reminted(server, before.access_token, { issue: 9 }))).toBe(401);
    await post(server, '/revoke', { token: before.refresh_token }, basic(CLIENTS.app));
    await post(server, '/revoke', { token: before.access_token }, basic(CLIENTS.app));
    const [{ revoked }] = await rows<{ revoked: Date | null }>(
      server,
      'SELECT revoked_at AS revoked FROM token_grant WHERE id = $1',
      [grantId],
    );
    expect(revoked).toBeNull(); // the grant that has the id now belongs to another account
    expect(await rows(server, 'SELECT FROM ended_token WHERE grant_id = $1', [grantId])).toEqual([]);
  });
});
