import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { DAY } from '../../src/platform/security/clock.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { rows } from '../support/database-rows.js';
import { CLIENTS } from '../support/fixtures.js';
import { invite, newEmail } from '../support/invitations.js';
import { MailServer } from '../support/mail-server.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('operator works by the command line', () => {
  let server: TestServer;
  let mail: MailServer;
  let admin: Admin;
  const cli = new CommandLine();
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    server.clock.advance({ seconds: (Date.now() - server.clock.millis()) / 1000 }); // as the database has it
    admin = await newAdmin(server);
    const env = { HEARTH_PASSWORD: admin.password };
    await cli.run(['login', server.url, '--identifier', admin.email], { env });
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
    cli.close();
  });

  it('finds a message that was given up, reads it, and sends it again', async () => {
    const email = newEmail();
    mail.refuse(email, 550, 1);
    await invite(server, { Identifier: email });
    await server.get(OutboxWorker).run();
    const [line, ...more] = (await cli.run(['outbox', 'list', '--state', 'failed'])).out
      .trimEnd()
      .split('\n');
    const [id, state, kind, to] = line.split('\t');
    expect([state, kind, to, more]).toEqual(['failed', 'invitation', email, []]);
    expect((await cli.run(['outbox', 'get', id])).out).toContain('last error\t');
    expect((await cli.run(['outbox', 'text', id])).out).toMatch(/\/invitation\/[\w-]{43}\n/);
    expect((await cli.run(['outbox', 'retry', id])).err).toBe(`Retrying message ${id}.\n`);
    await server.get(OutboxWorker).run();
    expect(mail.mailsTo(email)).toHaveLength(1);
    expect((await cli.run(['outbox', 'retry', id])).code).toBe(6);
    expect((await cli.run(['outbox', 'get', '0'])).code).toBe(5);
    expect((await cli.run(['outbox', 'list', '--state', 'lost'])).code).toBe(2);
  });

  it('delivers by hand what cannot be sent, and marks it', async () => {
    const email = newEmail();
    mail.refuse(email, 550, 1);
    await invite(server, { Identifier: email });
    await server.get(OutboxWorker).run();
    const [id] = (await cli.run(['outbox', 'list', '--state', 'failed'])).out.split('\t');
    expect(await cli.run(['outbox', 'passed-on', id])).toEqual({
      code: 0,
      out: '',
      err: `Message ${id} marked as delivered.\n`,
    });
    expect((await cli.run(['outbox', 'list', '--state', 'failed'])).out).toBe('');
    expect((await cli.run(['outbox', 'passed-on', id])).code).toBe(6);
  });

  it('searches the audit trail and exports it', async () => {
    const many = `INSERT INTO audit_event (at, class, action, outcome)
      SELECT $1, 'token', 'token.issued', 'ok' FROM generate_series(1, 2500)`;
    const [then, until] = [9, 8].map((days) => new Date(server.clock.millis() - days * DAY));
    await rows(server, many, [then]);
    const found = await cli.run(['audit', 'list', '--action', 'outbox.retried', '--json']);
    expect(JSON.parse(found.out)).toEqual([expect.objectContaining({ accountId: admin.id, outcome: 'ok' })]);
    const exported = await cli.run([
      'audit',
      'export',
      '--action',
      'token.issued',
      '--to',
      until.toISOString(),
    ]);
    expect(exported).toMatchObject({ code: 0, err: '' });
    expect(exported.out.trimEnd().split('\n')).toHaveLength(2500);
    const wrong = await cli.run(['audit', 'export', '--from', 'yesterday']);
    expect([wrong.code, wrong.out, wrong.err]).toEqual([
      1,
      '',
      expect.stringContaining('from must be a date or time'),
    ]);
  });

  it('shows the numbers, the settings, and the clients that will be refused one day', async () => {
    const overview = await cli.run(['overview']);
    expect(overview.out).toMatch(/^sign-ins\t\d+ \(\d+ in the 24 hours before\)$/m);
    expect((await cli.run(['overview', '--period', '30d'])).out).toMatch(/^period\tthe last 30 days$/m);
    expect((await cli.run(['overview', '--period', '1y'])).code).toBe(2);
    expect(overview.out).toMatch(new RegExp(`^nodes\t${hostname()}:\\d+ \\d+\\.\\d+\\.\\d+`, 'm'));
    expect((await cli.run(['settings'])).out).toContain('BCRYPT_COST\t4\n');
    const legacy = `INSERT INTO legacy_use SELECT id, 'write-by-get', $2 FROM client WHERE client_id = $1`;
    await rows(server, legacy, [CLIENTS.app.id, server.clock.now()]);
    expect((await cli.run(['legacy-use'])).out).toMatch(/^family-app\twrite-by-get\t.+\tUse POST/);
  });

  it('hearth doctor shows what is wrong and what to do; a problem sets the exit code', async () => {
    server.clock.go();
    const well = await cli.run(['doctor']);
    expect([well.code, well.out]).toEqual([
      0,
      expect.stringContaining('ok\tmail\tthe mail server accepts the connection\n'),
    ]);
    expect(well.out).toContain('ok\tclock, seen from here\t');
    expect(well.err).toContain('passwords: Set it to 10 or more');
    await mail.goDown();
    const ill = await cli.run(['doctor', '--json']);
    expect([ill.code, ill.err]).toEqual([1, expect.stringContaining('1 of 24 checks found a problem.')]);
    const checks = JSON.parse(ill.out) as { name: string; result: string }[];
    expect(checks.filter(({ result }) => result === 'problem').map(({ name }) => name)).toEqual(['mail']);
  });
});
