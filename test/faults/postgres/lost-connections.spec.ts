import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { AuditTally } from '../../../src/platform/audit/audit-tally.js';
import { Changes } from '../../../src/platform/database/changes.js';
import { Database } from '../../../src/platform/database/database.js';
import { Errors } from '../../../src/platform/errors/catalogue.js';
import { Notices } from '../../../src/identity/notifications/notices.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { NodeRegister } from '../../../src/platform/activity/node-register.js';
import { basic, bearer, loggedAccount, post, tokensFor, tokenStatus } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import type { Moment } from '../../support/cutting-proxy.js';
import { rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { CLIENTS } from '../../support/fixtures.js';
import { ADMINISTRATION, FIRST_ADMINISTRATOR } from '../../support/lost-connections/administration.js';
import { cutAt, textOf } from '../../support/lost-connections/cut-at.js';
import { BRANDING } from '../../support/lost-connections/branding.js';
import { DEVICE_PASSWORDS } from '../../support/lost-connections/device-passwords.js';
import { DEVICES } from '../../support/lost-connections/devices.js';
import { FACTORS } from '../../support/lost-connections/factors.js';
import { PROVIDERS } from '../../support/lost-connections/providers.js';
import { OWN_ACCOUNT } from '../../support/lost-connections/own-account.js';
import { PASSKEYS } from '../../support/lost-connections/passkeys.js';
import { PAGES } from '../../support/lost-connections/pages.js';
import { play, type Acts } from '../../support/lost-connections/play.js';
import { PUSHED } from '../../support/lost-connections/pushed.js';
import { PROVISIONING } from '../../support/lost-connections/provisioning.js';
import { SERVICES } from '../../support/lost-connections/services.js';
import { newMember, setStage, type Stage } from '../../support/lost-connections/stage.js';
import { ToldTopics, untoldOf } from '../../support/lost-connections/told-topics.js';
import { TOKENS } from '../../support/lost-connections/tokens.js';
import { WEBHOOKS } from '../../support/lost-connections/webhooks.js';
import { declared, watchDatabase } from '../../support/lost-connections/watched-database.js';
import { MailServer } from '../../support/mail-server.js';

const GROUPS: readonly Acts[] = [
  ...[PROVISIONING, TOKENS, DEVICES, PUSHED, PAGES, OWN_ACCOUNT, DEVICE_PASSWORDS, FACTORS, PASSKEYS],
  ...[ADMINISTRATION, BRANDING, PROVIDERS, SERVICES, WEBHOOKS],
  { 'the first administrator': FIRST_ADMINISTRATOR },
];
const ALL = Object.assign({}, ...GROUPS) as Acts;
/** Their writes to the grant are cached nowhere. */
const REFRESHES = ['a refresh', 'a refresh that keeps its token'];
const MOMENTS: readonly Moment[] = ['before', 'unanswered'];

describe('database connection that is lost during a request (D166, D168)', () => {
  const asked = watchDatabase();
  let stage: Stage;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    stage = await setStage(mails.url);
  });
  afterAll(async () => {
    await stage.close();
    await mails.goDown();
  });

  it('control: without a loss every act is done, and tells the other nodes what changed (D185)', async () => {
    const quiet = await setStage(); // acts read the link of a message, which is gone once it is sent
    const told = await ToldTopics.listenOn(quiet.direct);
    const wrong: [string, unknown][] = [];
    for (const [name, act] of Object.entries(ALL)) {
      const { verdict, shape } = await play(quiet, act, null, () => told.forget());
      const isSeen = (table: string): boolean =>
        !(REFRESHES.includes(name) && table.startsWith('token_grant:'));
      const untold = untoldOf(shape, await told.all()).filter(isSeen);
      if (verdict !== 'done' || untold.length > 0) wrong.push([name, { verdict, untold }]);
    }
    await told.stop();
    await quiet.close();
    expect(wrong).toEqual([]);
  });

  it('unanswered COMMIT: the cached data of a disabled account is forgotten anyway (D185)', async () => {
    const { server, direct } = stage;
    const member = await newMember(server);
    const { access_token: token } = await tokensFor(server, member);
    expect(await tokenStatus(server, token)).toBe(200); // and now it is cached
    const told = await ToldTopics.listenOn(direct);
    const disable = () => server.get(AccountService).disable(member.id);
    const unknown = expect.objectContaining({ definition: Errors.outcomeUnknown });
    await cutAt(stage, 'COMMIT', 'unanswered', () => expect(disable()).rejects.toEqual(unknown));
    expect(await tokenStatus(server, token)).toBe(401);
    expect(await told.all()).toContain(`account:${member.id}`);
    await told.stop();
  });

  it.each(MOMENTS)('%s the end of a used session is written: the next attempt writes it', async (moment) => {
    const { server } = stage;
    const browser = new CookieBrowser(server);
    const member = await newMember(server);
    await browser.signIn(member);
    const touch = async (): Promise<void> => {
      server.clock.advance({ minutes: 1 });
      await browser.get('/account');
    };
    const text = await textOf(stage, /^UPDATE session s/, touch);
    await cutAt(stage, text, moment, touch);
    const end = new Date(server.clock.millis() + 30 * 60_000);
    const sql = 'SELECT FROM session WHERE account_id = $1 AND expires_at = $2';
    await eventually(async () => ((await rows(server, sql, [member.id, end])).length === 1 ? true : null));
  });

  it.each(MOMENTS)(
    '%s counted audit events are written: none is missing, none appears twice',
    async (moment) => {
      const { server } = stage;
      const tally = server.get(AuditTally);
      const client = { id: CLIENTS.app.id, secret: `wrong ${moment}` };
      const refuse = async (): Promise<void> => {
        for (let i = 0; i < 3; i++)
          await post(server, '/token', { grant_type: 'client_credentials' }, basic(client));
        await tally.flush(true);
      };
      const counted = async (): Promise<number> => {
        const sql = `SELECT coalesce(sum((details->>'count')::int), 0)::int AS n FROM audit_event WHERE details->>'why' = 'wrong secret'`;
        return (await rows<{ n: number }>(server, sql))[0].n;
      };
      await tally.flush(true); // remains of earlier acts
      const text = await textOf(stage, /INSERT INTO "audit_event"/, refuse);
      const before = await counted();
      await cutAt(stage, text, moment, refuse);
      await tally.flush(true);
      expect((await counted()) - before).toBe(3);
    },
  );

  it.each(MOMENTS)(
    '%s a message is marked as sent: it is marked by another connection, and sent once',
    async (moment) => {
      const { server, partner } = stage;
      const send = async (): Promise<string> => {
        const account = partner.newAccount();
        await partner.result('createaccount', { ...account, FamilyName: 'The Ps' });
        await server.get(OutboxWorker).run();
        return account.Identifier;
      };
      const text = await textOf(stage, /^UPDATE outbox_message SET sent_at/, send);
      let address = '';
      await cutAt(stage, text, moment, async () => (address = await send()));
      const sql = 'SELECT sent_at FROM outbox_message WHERE recipient = $1 AND sent_at IS NOT NULL';
      expect(await rows(server, sql, [address])).toHaveLength(1);
      expect(mails.mailsTo(address)).toHaveLength(1);
    },
  );

  it.each(MOMENTS)('%s a message is marked as failed: it is marked by another connection', async (moment) => {
    const { server, partner } = stage;
    const fail = async (): Promise<string> => {
      const account = partner.newAccount();
      mails.refuse(account.Identifier, 451);
      await partner.result('createaccount', { ...account, FamilyName: 'The Ps' });
      await server.get(OutboxWorker).run();
      return account.Identifier;
    };
    const text = await textOf(stage, /^UPDATE outbox_message SET next_at/, fail);
    let address = '';
    await cutAt(stage, text, moment, async () => (address = await fail()));
    const sql = 'SELECT FROM outbox_message WHERE recipient = $1 AND last_error IS NOT NULL';
    expect(await rows(server, sql, [address])).toHaveLength(1);
  });

  it.each(MOMENTS)('%s messages are taken: they are taken later', async (moment) => {
    const { server, partner } = stage;
    const worker = server.get(OutboxWorker);
    const text = await textOf(stage, /^UPDATE outbox_message SET attempts/, () => worker.run());
    const account = partner.newAccount();
    await cutAt(stage, text, moment, async () => {
      await partner.result('createaccount', { ...account, FamilyName: 'The Ps' });
      await worker.run();
    });
    server.clock.advance({ minutes: 5 });
    await eventually(async () => {
      await worker.run();
      return mails.mailsTo(account.Identifier).length > 0 ? true : null;
    });
    expect(mails.mailsTo(account.Identifier)).toHaveLength(1);
  });

  it.each(MOMENTS)('%s held messages are collected: they are sent later, as one', async (moment) => {
    const { server } = stage;
    const worker = server.get(OutboxWorker);
    const held = async (): Promise<string> => {
      const { id, email } = await newMember(server);
      for (const value of ['One', 'Two', 'Three'])
        await server
          .get(Database)
          .transaction((tx) => server.get(Notices).add(tx, id, { kind: 'passkeyAdded', value }));
      await worker.run();
      server.clock.advance({ minutes: 60 });
      return email;
    };
    const text = await textOf(stage, /^UPDATE outbox_message m SET next_at/, async () => {
      await held();
      await worker.run();
    });
    const email = await held();
    await cutAt(stage, text, moment, () => worker.run());
    const told = (): string[] =>
      mails
        .mailsTo(email)
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('passkey'));
    server.clock.advance({ minutes: 5 });
    await eventually(async () => {
      await worker.run();
      return told().length > 1 ? true : null;
    });
    expect(told().map((subject) => subject.endsWith('(2)'))).toEqual([false, true]);
  });

  it.each(MOMENTS)(
    '%s other nodes are notified: another connection notifies them, and the call is done',
    async (moment) => {
      const { server, direct } = stage;
      await direct.query('LISTEN hearth_changes');
      const told: (string | undefined)[] = [];
      direct.on('notification', ({ payload }) => told.push(payload));
      const tokens = await tokensFor(server, await newMember(server));
      const revoke = (token: string) => post(server, '/revoke', { token }, basic(CLIENTS.app));
      const text = await textOf(stage, /pg_notify/, () => revoke(tokens.access_token));
      const from = told.length;
      await cutAt(stage, text, moment, async () =>
        expect((await revoke(tokens.refresh_token)).status).toBe(200),
      );
      await eventually(() =>
        Promise.resolve(told.slice(from).some((each) => each?.includes('grant:')) ? true : null),
      );
    },
  );

  it('connection that listens for changes: caches are bypassed until it is back', async () => {
    const { server, direct } = stage;
    const changes = server.get(Changes);
    const { access_token: token } = await tokensFor(server, await newMember(server));
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'hearth changes'`;
    await direct.query(end);
    await eventually(() => Promise.resolve(changes.isUnchanged(changes.sequence) ? null : true));
    expect(await tokenStatus(server, token)).toBe(200);
    await eventually(() => Promise.resolve(changes.isUnchanged(changes.sequence) ? true : null));
  });

  it('while idle: the process stays up, and requests continue', async () => {
    const { server, direct } = stage;
    const { access_token: token } = await tokensFor(server, await newMember(server));
    await direct.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'hearth%'`);
    await eventually(async () => ((await loggedAccount(server, bearer(token))).status === 200 ? true : null));
  });

  it('no act hides another of that name', () => {
    expect(Object.keys(ALL).sort()).toEqual(GROUPS.flatMap((group) => Object.keys(group)).sort());
  });

  it('every transaction, and every statement that writes by itself, is among the cut ones', async () => {
    await stage.server.get(NodeRegister).beforeApplicationShutdown(); // the row that says that the node is gone
    const { transactions, statements } = declared();
    expect(transactions.length).toBeGreaterThan(50);
    expect(statements.length).toBeGreaterThan(15);
    // Unawaited work that the clean-up repeats; the log has the failure (test/postgres/audit-partitions.spec.ts).
    const byThemselves = [
      'src/platform/audit/audit-partitions.ts',
      'src/identity/mailed-links/earlier-invitations.ts',
      'src/oauth/webhooks/event-decisions.ts', // trigger records stay until they are processed
      'src/oauth/webhooks/webhook-deliveries.ts',
      // A request that is repeated by its key: test/postgres/repeated-two-nodes.spec.ts ends it before and after its commit.
      'src/platform/repeats/kept-answers.ts',
      'src/app.commands.ts', // a command on the machine, which reports its failure
    ];
    const acts = transactions.filter((where) => !byThemselves.some((file) => where.startsWith(file)));
    expect(acts.filter((where) => !asked.transactions.has(where))).toEqual([]);
    // Deliveries to webhooks are repeated and written again until they succeed
    // (test/faults/postgres/webhooks-killed-node.spec.ts).
    const elsewhere = /^(?:webhook|kept-answer)-/; // and kept answers in test/postgres/repeated-two-nodes.spec.ts
    const ofRequests = statements.filter((name) => !elsewhere.test(name));
    expect(ofRequests.filter((name) => !asked.statements.has(name))).toEqual([]);
  });
});
