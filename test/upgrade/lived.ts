// Is run at an old commit, by scripts/lived-dump.ts: it imports only what that commit has too.
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import pg from 'pg';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { tokensFor } from '../support/a01.js';
import { CookieBrowser, exchange, registerThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { protectedMember } from '../support/authenticator.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { invited } from '../support/invitations.js';
import { newHolder } from '../support/passkeys.js';
import { fillEveryTable } from '../support/rows-of-every-table.js';
import { startApp } from '../support/start-app.js';
import { createEmptyDatabase } from '../support/test-database.js';
import { SITES, WebSite } from '../support/web-flow.js';

const { shop, garden } = THIRD_PARTIES;

/** Settings that a later server needs as well. */
const SETTINGS = {
  PUBLIC_URL: 'http://localhost:3999',
  MASTER_KEY: '2f'.repeat(32),
  SESSION_SECRET: 'the session secret of an old commit',
};

it('lives, and leaves its database and what its people hold', async () => {
  const database = await createEmptyDatabase();
  const settings = { DATABASE_URL: database.url };
  const server = await startApp(SETTINGS, () => Promise.resolve({ settings, drop: () => Promise.resolve() }));
  await registerThirdParties(server);
  await server.get(Bootstrap).apply({
    rulesets: [{ name: 'ALBUM', rules: ['log2*', 'acc*', 'web*', 'oauth2*'] }],
    clients: [
      {
        clientId: SITES.album.id,
        clientSecret: SITES.album.secret,
        name: 'Album',
        ruleset: 'ALBUM',
        clientType: 'confidential',
        profile: 'interface',
        redirectUrls: [SITES.album.redirectUri],
        isPrivileged: false,
      },
    ],
  });
  const browser = new CookieBrowser(server);
  await browser.signIn(ANNA);
  const granted = await exchange(server, shop, await browser.codeFor(shop));
  expect(granted.status).toBe(200);
  const { passkey, ...mia } = await newHolder(server, SETTINGS.PUBLIC_URL);
  const kept = passkey as unknown as { key: KeyObject & { privateKey?: KeyObject }; userHandle: string };
  const { app, recovery } = await protectedMember(server, BEN);
  const lived = {
    settings: SETTINGS,
    tokens: await tokensFor(server, ANNA),
    macTokens: await tokensFor(server, ANNA, 'Mac'),
    granted: granted.body,
    code: await browser.codeFor(garden),
    cookies: [...browser.cookies],
    web: await new WebSite(server).validated(),
    mia: { email: mia.email, password: mia.password, id: mia.id },
    passkey: {
      credentialId: passkey.credentialId.toString('base64url'),
      key: kept.key.export({ type: 'pkcs8', format: 'pem' }),
      userHandle: kept.userHandle,
    },
    oneTimeCodeKey: (app as unknown as { key: Buffer }).key.toString('base64url'),
    recovery,
    invitation: await invited(server),
  };
  await server.close();
  const client = new pg.Client(database.url);
  await client.connect();
  await fillEveryTable(async (sql, values) => (await client.query(sql, values)).rows as unknown[]);
  await client.end();
  const dump = execFileSync('pg_dump', ['--no-owner', '--inserts', database.url], { encoding: 'utf8' });
  writeFileSync('lived.sql', dump);
  writeFileSync('lived.json', `${JSON.stringify(lived, null, 2)}\n`);
  await database.drop();
});
