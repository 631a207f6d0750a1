import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { readBootstrapFile } from '../../../src/provisioning/bootstrap/read-bootstrap.js';
import { basic, post } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { ANY, subscribe } from '../../support/webhooks.js';

const KEYS = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), SESSION_SECRET: 's'.repeat(32) };
const OTHER_KEYS = { ...KEYS, MASTER_KEY: Buffer.alloc(32, 8).toString('base64') };

type Document = Record<
  'rulesets' | 'clients' | 'brandings' | 'brandImages' | 'providers' | 'webhooks',
  Record<string, unknown>[]
>;

const unsealed = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'sealedSecret'));

describe('an export is a bootstrap file (D193)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  const file = join(folder, 'export.json');
  let server: TestServer;
  let exported: Document;
  let secret: string;
  beforeAll(async () => {
    server = await startApp(KEYS);
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const made = async (path: string, body: object) => {
      const answer = await api.send('POST', path, { body });
      expect([answer.status, path]).toEqual([201, path]);
      return answer.body;
    };
    await made('/rulesets', { name: 'PARTNER', rules: ['acc*'] });
    const books = { clientId: 'books', name: 'Books', ruleset: 'PARTNER', clientType: 'confidential' };
    secret = String((await made('/clients', books)).secret);
    await made('/clients', { ...books, clientId: 'bare' });
    await rows(
      server,
      `DELETE FROM client_secret WHERE client_id = (SELECT id FROM client WHERE client_id = 'bare')`,
    );
    const provider = { id: 'portal', name: 'Portal', issuer: 'https://portal.example', clientId: 'hearth' };
    await made('/providers', { ...provider, clientSecret: 'the secret at the portal' });
    await subscribe(api, 'books', { url: 'https://partner.example/hooks' }, { events: ['account.*'] });
    await subscribe(api, 'shop', { url: 'https://shop.example/hooks' });
    const dot = sharp({ create: { width: 9, height: 9, channels: 3, background: '#1b5799' } });
    const data = (await dot.png().toBuffer()).toString('base64');
    const logo = (await made('/branding/images', { field: 'logo', data })).key;
    await api.send('PATCH', '/branding', { body: { name: 'Smith Cloud', logo }, ifMatch: ANY });
    await api.send('POST', '/branding/publish', { ifMatch: ANY });
    exported = (await api.send('GET', '/configuration')).body as unknown as Document;
    writeFileSync(file, JSON.stringify(exported));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('of a new server, which then exports it unchanged and accepts its secrets', async () => {
    for (const kind of ['rulesets', 'clients', 'brandings', 'brandImages', 'providers', 'webhooks'] as const)
      expect([kind, exported[kind].length]).not.toEqual([kind, 0]);
    const fresh = await startApp({ ...KEYS, BOOTSTRAP_FILE: file });
    try {
      const api = await AdminApi.signIn(fresh, await newAdmin(fresh));
      expect((await api.send('GET', '/configuration')).body).toEqual(exported);
      const credentials = basic({ id: 'books', secret });
      expect((await post(fresh, '/api/acc/ping', {}, credentials)).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('applied again it changes nothing; a provider exists as soon as its issuer does', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const document = await readBootstrapFile(file);
    await server.get(Bootstrap).apply(document);
    expect((await api.send('GET', '/configuration')).body).toEqual(exported);
    const [portal] = document.providers ?? [];
    const others = { providers: [{ ...portal, id: 'other' }], webhooks: document.webhooks };
    await server.get(Bootstrap).apply(others);
    expect((await api.send('GET', '/configuration')).body).toEqual(exported);
  });

  it('its sealed secrets need the original MASTER_KEY; without them it is accepted', async () => {
    const other = await startApp(OTHER_KEYS);
    try {
      const apply = async (document: object) => {
        writeFileSync(file, JSON.stringify(document));
        await other.get(Bootstrap).apply(await readBootstrapFile(file));
      };
      await expect(apply(exported)).rejects.toThrow(
        'BOOTSTRAP_FILE: providers[0].sealedSecret was sealed by a server with another MASTER_KEY',
      );
      const [portal] = exported.providers.map(unsealed);
      const webhooks = exported.webhooks.map(unsealed);
      await expect(apply({ ...exported, providers: [portal] })).rejects.toThrow('webhooks[0].sealedSecret');
      await apply({ ...exported, providers: [portal], webhooks });
      const api = await AdminApi.signIn(other, await newAdmin(other));
      const { body } = await api.send('GET', '/configuration');
      expect(body.providers).toEqual([{ ...portal, sealedSecret: null }]);
      expect(body.webhooks).toMatchObject(webhooks);
    } finally {
      await other.close();
    }
  });

  it('a webhook of an unknown client is refused by its place', async () => {
    const [webhook] = exported.webhooks as unknown as { id: string; clientId: string; url: string }[];
    const stray = { ...webhook, id: '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11', clientId: 'nobody' };
    await expect(server.get(Bootstrap).apply({ webhooks: [stray] })).rejects.toThrow(
      'BOOTSTRAP_FILE: webhooks[0].clientId must be the client_id of a client',
    );
  });
});
