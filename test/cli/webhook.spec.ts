import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { tell } from '../support/webhooks.js';

const NOBODY = '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11';

describe('webhooks by the command line', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  const cli = new CommandLine();
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
    cli.close();
  });
  const run = (...args: string[]) => cli.run(['webhook', ...args]);

  it('creates a webhook, tests, inspects, changes and deletes it', async () => {
    const created = await run('create', 'operator', '--address', receiver.url, '--event', 'account.*');
    expect(created).toMatchObject({ code: 0 });
    const id = /^id\t(\S+)$/m.exec(created.out)?.[1] ?? '';
    expect(created.out).toMatch(/^secret\twhsec_/m);
    receiver.answer = () => 500;
    receiver.body = 'Not today';
    expect(await run('test', id)).toMatchObject({ code: 0 });
    await tell(server);
    const listed = await run('deliveries', id);
    expect(listed.out).toMatch(/^\d+\twebhook\.test\twaiting\twebhook:\S+\t1\t500\t1$/m);
    const [delivery] = listed.out.split('\t');
    expect((await run('delivery', id, delivery)).out).toContain('Not today');
    expect(await run('replay', id)).toMatchObject({ code: 0, err: 'Deliveries sent again: 0.\n' });
    expect(await run('replay', id, delivery)).not.toMatchObject({ code: 0 });
    expect((await run('list', '--client', 'operator')).out).toContain(`${id}\toperator\t${receiver.url}`);
    expect(await run('update', id, '--no-enabled', '--description', 'Billing')).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('get', id, '--json')).out)).toMatchObject({
      ...{ isEnabled: false, description: 'Billing', events: ['account.*'] },
    });
    expect((await run('new-secret', id)).out).toMatch(/^secret\twhsec_/m);
    expect(await run('delete', id, '--yes')).toMatchObject({ code: 0 });
  });

  it.each([
    [['update', NOBODY], 'No changes given'],
    [['get', NOBODY], 'There is no webhook'],
    [['create', 'nobody', '--address', 'https://a.example/'], 'client_id of a client'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });
});
