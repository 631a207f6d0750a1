import { readFileSync } from 'node:fs';
import { Database } from '../../../src/platform/database/database.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckView } from '../../../src/admin/doctor/check.view.js';
import type { OverviewView } from '../../../src/admin/overview/overview.view.js';
import type { SettingInForce } from '../../../src/admin/settings/settings-in-force.js';
import { SETTING_NAMES } from '../../../src/platform/config/settings.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { VERSION } from '../../../src/platform/version.js';
import { tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const SECRETS = {
  METRICS_TOKEN: 'the-token-of-the-metrics',
  SMS_GATEWAY_URL: 'https://gateway.example/send/key-in-the-path?apikey=key-in-the-query',
  SESSION_SECRET: 'the-secret-of-the-sessions-of-this-server',
};

describe('operator pages, by the administration API', () => {
  let server: TestServer;
  let mail: MailServer;
  let api: AdminApi;
  beforeAll(async () => {
    mail = await MailServer.start();
    const smtp = mail.url.replace('//', '//mailer:password-of-the-mailer@');
    server = await startApp({ SMTP_URL: smtp, ...SECRETS });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  const get = async <T>(path: string): Promise<T> => (await api.send('GET', path)).body as T;
  const overview = () => get<OverviewView>('/overview');

  it('counts live grants', async () => {
    await tokensFor(server, ANNA);
    const { tokens } = await overview();
    expect(tokens).toEqual({ grants: 1, isEstimated: false });
  });

  it('shows this node, until it is silent; a dead one is cleaned up', async () => {
    const [node, ...more] = (await overview()).nodes;
    expect(more).toEqual([]);
    expect(node).toMatchObject({ name: expect.stringMatching(/^\S+:\d+$/), version: VERSION });
    const at = server.clock.now();
    const dead = `INSERT INTO node VALUES ('node-dead', '0.0.9', $1, $1)`;
    await rows(server, dead, [at]);
    server.clock.advance({ seconds: 60 });
    expect((await overview()).nodes.find(({ name }) => name === 'node-dead')).toMatchObject({
      isAlive: false,
    });
    server.clock.advance({ minutes: 10 });
    await server.get(CleanUp).run();
    expect((await overview()).nodes.map(({ name }) => name)).not.toContain('node-dead');
  });

  it('shows which clients use what the strict profile refuses, and the consequences', async () => {
    const use = `INSERT INTO legacy_use SELECT id, $2, $3 FROM client WHERE client_id = $1`;
    const at = server.clock.now();
    for (const feature of ['hmac-sha-1', 'code-without-pkce', 'of-an-older-version'])
      await rows(server, use, [CLIENTS.app.id, feature, at]);
    await rows(server, use, [CLIENTS.thirdParty.id, 'code-without-pkce', at]);
    const first = await get<{ items: object[]; next: string }>('/legacy-use?limit=2');
    expect(first.items).toEqual([
      expect.objectContaining({ clientId: CLIENTS.app.id, meaning: expect.stringContaining('S256') }),
      expect.objectContaining({ feature: 'hmac-sha-1', lastUsedAt: at.toISOString() }),
    ]);
    const rest = await get<{ items: object[]; next: null }>(`/legacy-use?limit=2&after=${first.next}`);
    expect(rest).toMatchObject({ items: [{ feature: 'of-an-older-version', meaning: '' }, {}], next: null });
    const shop = await get<{ items: object[] }>(`/legacy-use?client=${CLIENTS.thirdParty.id}`);
    expect(shop.items).toHaveLength(1);
    expect((await overview()).legacyUse).toEqual({ clients: 2, lastUsedAt: at.toISOString() });
  });

  it('shows every setting, in the console too, and no secret in any; docs and .env.example have each', async () => {
    const { items } = await get<{ items: SettingInForce[] }>('/settings');
    const headers = { Cookie: await api.consoleCookie() };
    const page = await request(server, { path: '/admin/settings', headers });
    const column = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
    const [, docs] = readFileSync('docs/operate/settings.md', 'utf8').split(/<!-- .*settings.* -->/);
    expect(items.map(({ name }) => name)).toEqual(SETTING_NAMES);
    expect(column(page.text, /<th[^>]*><code>(\w+)<\/code>/g)).toEqual(SETTING_NAMES);
    expect(page.text).toContain('Port to listen on.');
    expect(column(docs, /^\| `(\w+)` /gm)).toEqual(SETTING_NAMES);
    expect(column(readFileSync('.env.example', 'utf8'), /^#?(\w+)=/gm)).toEqual(SETTING_NAMES);
    const value = (name: string) => items.find((setting) => setting.name === name)?.value;
    expect(value('METRICS_TOKEN')).toBe('set');
    expect(value('SMTP_URL')).toBe(mail.url);
    expect(value('SMS_GATEWAY_URL')).toBe('https://gateway.example');
    expect(value('BCRYPT_COST')).toBe(4);
    const text = JSON.stringify(items) + page.text;
    expect(text).not.toMatch(/the-token-of|key-in-the|the-secret-of|password-of/);
  });
});

describe('hearth doctor, by the administration API', () => {
  let server: TestServer;
  let mail: MailServer;
  let api: AdminApi;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url, ALLOW_INSECURE_HTTP: 'true' });
    server.clock.go(); // the database has its own
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  const examine = async (headers: Record<string, string> = {}) => {
    const { body } = await api.send('GET', '/doctor', { headers });
    const checks = body.checks as CheckView[];
    return { checks, of: (name: string) => checks.find((check) => check.name === name) };
  };

  it('checks everything; each problem has advice', async () => {
    const { checks, of } = await examine();
    expect(checks.map(({ name }) => name)).toEqual(
      [
        'environment',
        'passwords',
        'metrics',
        'plain HTTP',
        'TLS',
        'unregistered applications',
        'proxy',
        'redirects',
        'webhooks',
        'encryption at rest',
        'second factors',
      ].concat([
        'connections',
        'file descriptors',
        'request bodies',
        'database',
        'migrations',
        'clock',
        'audit',
        'grants',
        ...(server.get(Database).isEmbedded ? [] : ['session', 'changes']),
        'mail',
        'text messages',
        'outbox',
        'nodes',
      ]),
    );
    for (const { result, advice } of checks) expect(advice === null).toBe(result === 'ok');
    expect(of('connections')).toMatchObject({
      result: 'ok',
      detail: expect.stringMatching(/^[1-9]\d* open, peak [1-9]\d*; limit 5000, 500 per address$/),
    });
    expect(of('request bodies')).toMatchObject({ result: 'ok', detail: expect.stringContaining('64.0 MiB') });
    expect(of('migrations')).toMatchObject({ result: 'ok' });
    expect(of('encryption at rest')).toMatchObject({ result: 'ok' });
    expect(of('clock')).toMatchObject({ result: 'ok' });
    expect(of('mail')).toMatchObject({ result: 'ok', detail: 'the mail server accepts the connection' });
    expect(of('TLS')).toMatchObject({ result: 'warning', advice: expect.stringContaining('PUBLIC_URL') });
    expect(of('metrics')).toMatchObject({
      result: 'ok',
      detail: expect.stringContaining('only for this machine'),
    });
    expect(of('passwords')).toMatchObject({ result: 'warning', detail: 'BCRYPT_COST is 4' });
    expect(mail.mails).toEqual([]);
  });

  it('finds a proxy that is not trusted', async () => {
    const { of } = await examine({ 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' });
    expect(of('proxy')).toMatchObject({ result: 'problem', advice: expect.stringContaining('TRUST_PROXY') });
  });

  it('finds an upgraded database that still seals as nodes of 0.2 do (D331)', async () => {
    await rows(server, 'INSERT INTO legacy_sealing VALUES (1) RETURNING 1');
    const { of } = await examine();
    const advice: unknown = expect.stringContaining('node dist/main.js reseal');
    expect(of('encryption at rest')).toMatchObject({ result: 'warning', advice });
    await rows(server, 'DELETE FROM legacy_sealing RETURNING 1');
    expect((await examine()).of('encryption at rest')).toMatchObject({ result: 'ok' });
  });

  it('finds a mail server that is down, and messages that were given up', async () => {
    await mail.goDown();
    const accounts = await rows<{ id: string }>(server, 'SELECT id FROM account LIMIT 1');
    const sql = `INSERT INTO outbox_message (kind, account_id, channel, recipient, locale, created_at, last_error)
                 VALUES ('invitation', $1, 'email', 'x@y.example', 'en', now(), 'no mailbox')`;
    await rows(server, sql, [accounts[0].id]);
    const { of } = await examine();
    expect(of('mail')).toMatchObject({ result: 'problem', detail: expect.stringContaining('ECONNREFUSED') });
    expect(of('outbox')).toMatchObject({ result: 'warning', detail: '1 message failed' });
  });
});
