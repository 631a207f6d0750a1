import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { protectedMember, type Authenticator } from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { askForReset, newestMessage, newMember, type Member } from '../../support/forgotten-password.js';
import { headingOf, linkIn, newEmail, outboxOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const WAIT = { days: 2 };

describe('stopping a recovery from a lost second factor (D334)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let second: string;
  let app: Authenticator;
  const browser = () => new CookieBrowser(server);
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    me = await newMember(server);
    second = newEmail();
    const more = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated) VALUES ($1, 'Email', $2, $2, true) RETURNING 1`;
    await rows(server, more, [me.id, second]);
    ({ app } = await protectedMember(server, me));
  });

  /** Makes the first step of a sign-in, and requests on the way that the second one is removed. */
  const ask = async () => {
    const lost = browser();
    expect((await lost.signIn(me)).headers.location).toBe('/sign-in/code');
    expect((await lost.post('/lost-factor')).status).toBe(200);
  };
  const isProtected = async () => (await count(server, 'totp', `account_id = ${me.id}`)) === 1;
  /** The newest link to an address. */
  const pathTo = async (recipient: string) => {
    const sent = await outboxOf(server, me.id);
    const newest = sent.find((one) => one.kind === 'recovery' && one.recipient === recipient);
    return linkIn(server, newest?.payload as Buffer).pathname;
  };
  const kinds = async () => (await outboxOf(server, me.id)).map(({ kind }) => kind);
  const postTo = (path: string) => browser().post(path, {});
  const stopAt = async (recipient: string) => postTo(`${await pathTo(recipient)}/stop`);
  const withFactor = async () => {
    const owner = browser();
    expect((await owner.signIn(me)).headers.location).toBe('/sign-in/code');
    expect((await owner.post('/sign-in/code', { code: app.next() })).status).toBe(303);
    return owner;
  };

  it('a link stops it once in 90 days; the second time a person signed in with the second factor can (D334)', async () => {
    server.clock.advance({ days: 31 }); // the factor is settled
    await ask();
    expect((await stopAt(second)).status).toBe(200);
    server.clock.advance({ days: 89 });
    await ask();
    const path = await pathTo(me.email);
    expect((await browser().get(path)).text).not.toContain(`${path}/stop`);
    const refused = await postTo(`${path}/stop`);
    expect([refused.status, refused.text.includes('href="/account/second-factor#recovery"')]).toEqual([
      409,
      true,
    ]);
    const owner = await withFactor();
    expect((await owner.get('/account/second-factor')).text).toContain(
      'action="/account/second-factor/keep"',
    );
    const events = await trail.of(async () => {
      const kept = await owner.post('/account/second-factor/keep');
      expect([kept.status, kept.text]).toEqual([200, expect.stringContaining('The second factor stays')]);
    });
    expect(events.map(({ action, account }) => [action, account])).toEqual([['recovery.stopped', me.id]]);
    expect([(await postTo(path)).status, (await kinds())[0]]).toEqual([410, 'recoveryStopped']);
    expect((await owner.post('/account/second-factor/keep')).headers.location).toBe('/account/second-factor');
    server.clock.advance({ days: 1, minutes: 1 }); // 90 days after the link stopped one
    await server.get(CleanUp).run();
    await ask();
    expect((await stopAt(me.email)).status).toBe(200);
  });

  it('of two clicks at once one stops it; a link that comes too late for the next recovery is refused', async () => {
    await ask();
    const [a, b] = [await pathTo(me.email), await pathTo(second)];
    const both = await Promise.all([postTo(`${a}/stop`), postTo(`${b}/stop`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    server.clock.advance({ days: 1 });
    await ask();
    expect([(await stopAt(me.email)).status, (await stopAt(second)).status]).toEqual([409, 409]);
    server.clock.advance(WAIT);
    expect([(await postTo(await pathTo(me.email))).status, await isProtected()]).toEqual([200, false]);
  });

  it('a new factor stops nothing, nor does a password only', async () => {
    await ask();
    const owner = await withFactor();
    const refused = await owner.post('/account/second-factor/keep');
    expect([refused.status, refused.text.includes('A new password stops it too')]).toEqual([400, true]);
    server.clock.advance({ minutes: 6 });
    expect((await owner.post('/account/second-factor/keep')).headers.location).toBe(
      '/confirm?next=%2Faccount%2Fsecond-factor',
    );
    expect(headingOf(await browser().get(await pathTo(me.email)))).toMatch(/^You can remove it on /);
  });

  it('ends with a new password, unless an administrator began it: an owner who lost both continues', async () => {
    const reset = async () => {
      await askForReset(server, browser(), me.email);
      const { path } = await newestMessage(server, me.id);
      expect((await browser().post(path, { password: `${me.password} once more` })).status).toBe(303);
      me = { ...me, password: `${me.password} once more` };
    };
    await ask();
    const path = await pathTo(me.email);
    await reset();
    expect([(await browser().get(path)).status, (await postTo(path)).status]).toEqual([410, 410]);
    server.clock.advance({ days: 1 });
    const api = await AdminApi.signIn(server, await newAdmin(server));
    expect((await api.send('POST', `/accounts/${me.id}/factor-recovery`)).status).toBe(202);
    await reset();
    expect(headingOf(await browser().get(await pathTo(me.email)))).toMatch(/^You can remove it on /);
    server.clock.advance({ days: 1 });
    await ask(); // by its owner, for one that an administrator began
    await reset();
    server.clock.advance(WAIT);
    expect([(await postTo(await pathTo(me.email))).status, await isProtected()]).toEqual([200, false]);
  });
});
