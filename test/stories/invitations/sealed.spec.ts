import { describe, expect, it } from '@jest/globals';
import { rows } from '../../support/database-rows.js';
import { deliver, invite, invited, outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const KEYS = {
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  SESSION_SECRET: 'a session secret for the tests only',
};
/** Not the routes that Nest lists at its start. */
const LINK = /\/invitation\/[\w-]{20}/;
const TABLES = ['outbox_message', 'invitation', 'audit_event', 'account', 'account_identifier'];

async function using(settings: Record<string, string>, story: (server: TestServer) => Promise<void>) {
  const server = await startApp(settings);
  try {
    await story(server);
  } finally {
    await server.close();
  }
}

async function withMailServer(story: (mails: MailServer) => Promise<void>) {
  const mails = await MailServer.start();
  try {
    await story(mails);
  } finally {
    await mails.goDown();
  }
}

/** The contents of all tables, bytes in each likely text encoding. */
async function dump(server: TestServer): Promise<string> {
  const all = await Promise.all(
    TABLES.map((table) => rows<Record<string, unknown>>(server, `SELECT * FROM ${table}`)),
  );
  return all
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) =>
      Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : String(value),
    )
    .join('\n');
}

describe('only the recipient learns a link (D24, D26, D45)', () => {
  it('seals it at rest: token and link are not in the tables, and deleted after sending', async () => {
    await withMailServer(async (mails) => {
      await mails.goDown();
      await using({ SMTP_URL: mails.url }, async (server) => {
        const accountId = await invite(server);
        await deliver(server);
        expect((await outboxOf(server, accountId))[0].payload).not.toBeNull();
        const before = await dump(server);
        await mails.comeUp();
        server.clock.advance({ minutes: 1 });
        await deliver(server);
        const [, token] = /\/invitation\/([\w-]{43})/.exec(mails.mails[0].text) as RegExpExecArray;
        for (const whole of [before, await dump(server), server.log.join('\n')]) {
          expect(whole.length).toBeGreaterThan(1000);
          expect(whole.match(LINK)).toBeNull();
          const forms = [Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
          expect([token, ...forms].filter((form) => whole.includes(form))).toEqual([]);
        }
        expect((await outboxOf(server, accountId))[0].payload).toBeNull();
      });
    });
  });

  it('creates a new one for each invitation', async () => {
    await using({}, async (server) => {
      const paths = new Set<string>();
      for (let i = 0; i < 5; i++) paths.add((await invited(server)).path);
      expect(paths.size).toBe(5);
    });
  });

  it('in development without a mail server the log shows it, so that you can continue', async () => {
    await using({ NODE_ENV: 'development' }, async (server) => {
      const email = 'demo@invited.example';
      const { path } = await invited(server, { Identifier: email });
      const lines = server.log.filter((line) => line.includes(path));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0])).toMatchObject({ link: `${server.url}${path}`, recipient: email });
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    });
  });

  it.each(['production', 'test'])('in %s the log never shows it', async (environment) => {
    await using({ NODE_ENV: environment, ...KEYS }, async (server) => {
      const { path } = await invited(server);
      const { path: byLogin } = await invited(server, { Type: 'login', Identifier: 'demo.login' });
      await deliver(server);
      const log = server.log.join('\n');
      expect(log).toContain('provcreateaccount');
      const secrets = [path, byLogin].map((text) => text.split('/')[2]);
      expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
      expect(log.match(LINK)).toBeNull();
    });
  });

  it('in development with a mail server it is in the mail, not in the log', async () => {
    await withMailServer(async (mails) => {
      await using({ NODE_ENV: 'development', SMTP_URL: mails.url }, async (server) => {
        await invite(server);
        await deliver(server);
        expect(mails.mails).toHaveLength(1);
        expect(server.log.join('\n').match(LINK)).toBeNull();
      });
    });
  });
});
