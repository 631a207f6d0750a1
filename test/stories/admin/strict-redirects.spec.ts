import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StrictRedirects } from '../../../src/oauth/clients/strict-redirects.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PHONE = {
  ...{ clientId: 'phone', name: 'Phone', ruleset: 'WEB', isPrivileged: false },
  ...({ clientType: 'public', profile: 'strict' } as const),
};
const OPEN = [
  'http://app.example/cb',
  'HTTP://app.example/cb',
  'http://192.0.2.7/cb',
  'http://127.0.0.2/cb',
  'http://localhost.app.example/cb',
  'com.example.phone://cb',
];

describe('RedirectUrls of strict clients are https or loopback (D315)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    // As an earlier version saved it.
    await server.get(Bootstrap).apply({ clients: [{ ...PHONE, clientId: 'older', profile: 'interface' }] });
    await rows(server, `UPDATE client SET profile = 'strict', redirect_urls = $1 WHERE client_id = 'older'`, [
      ['https://app.example/cb', ...OPEN],
    ]);
  });
  afterAll(() => server.close());

  const patch = (clientId: string, body: object) =>
    api.send('PATCH', `/clients/${clientId}`, { body, ifMatch: '*' });
  const refused = (url: string) => [
    422,
    [
      {
        field: 'redirectUrls',
        message: expect.stringContaining(`"${url.replace('HTTP:', 'http:')}" must be https`) as unknown,
      },
    ],
  ];

  it.each(OPEN)('refuses %s, and saves nothing', async (url) => {
    const body = { ...PHONE, redirectUrls: ['https://app.example/cb', url] };
    const created = await api.send('POST', '/clients', { body });
    expect([created.status, created.body.errors]).toEqual(refused(url));
    const document = { clients: [{ ...body, secrets: [] }] };
    const imported = await api.send('POST', '/configuration', { body: document });
    expect([imported.status, JSON.stringify(imported.body)]).toEqual([
      422,
      expect.stringContaining('"clients.phone.redirectUrls"'),
    ]);
    await expect(server.get(Bootstrap).apply({ clients: [body] })).rejects.toThrow(
      /^BOOTSTRAP_FILE: clients\[0\]: redirectUrls .* must be https/,
    );
    expect(await count(server, 'client', `client_id = 'phone'`)).toBe(0);
  });

  it.each([
    'https://app.example/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:4000/cb',
    'http://localhost:4000/cb',
  ])('takes %s', async (url) => {
    const clientId = `fine-${Buffer.from(url).toString('hex')}`;
    const { status } = await api.send('POST', '/clients', {
      body: { ...PHONE, clientId, redirectUrls: [url] },
    });
    expect(status).toBe(201);
  });

  it('refuses to make a client with others strict, and leaves it unchanged', async () => {
    const body = { ...PHONE, clientId: 'lax', profile: 'interface', redirectUrls: OPEN };
    expect((await api.send('POST', '/clients', { body })).status).toBe(201);
    const { status, body: told } = await patch('lax', { profile: 'strict' });
    expect([status, told.errors]).toEqual(refused(OPEN[0]));
    const both = { profile: 'strict', redirectUrls: ['https://app.example/cb'] };
    expect((await patch('lax', both)).status).toBe(200);
  });

  it('an earlier one is named at the start and by the doctor, until it is corrected', async () => {
    await server.get(StrictRedirects).onApplicationBootstrap();
    const line = server.log.findLast((text) => text.includes('as its profile demands'));
    expect(JSON.parse(line ?? '')).toMatchObject({ clientId: 'older', urls: OPEN });
    const check = async () => {
      const { body } = await api.send('GET', '/doctor');
      const { checks } = body as unknown as { checks: { name: string; result: string; detail: string }[] };
      return checks.find(({ name }) => name === 'redirects');
    };
    expect(await check()).toMatchObject({
      result: 'warning',
      detail: `neither https nor loopback: older (${OPEN.join(', ')})`,
    });

    expect((await patch('older', { name: 'Other' })).status).toBe(422);
    expect((await patch('older', { isDisabled: true })).status).toBe(200);
    expect(await check()).toMatchObject({ result: 'ok' }); // it redirects nobody
    expect((await patch('older', { isDisabled: false })).status).toBe(422);
    expect(
      (await patch('older', { isDisabled: false, redirectUrls: ['https://app.example/cb'] })).status,
    ).toBe(200);
    expect(await check()).toMatchObject({ result: 'ok' });
  });

  it('an earlier one does not keep a server from starting with its bootstrap file', async () => {
    await rows(server, `UPDATE client SET redirect_urls = $1 WHERE client_id = 'older'`, [OPEN]);
    await server.get(Bootstrap).apply({ clients: [{ ...PHONE, clientId: 'older', redirectUrls: OPEN }] });
    expect(await server.get(StrictRedirects).open()).toEqual([{ clientId: 'older', urls: OPEN }]);
  });
});
