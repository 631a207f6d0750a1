import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountRoles } from '../../../src/identity/accounts/account-roles.js';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { REMEDIES, type Effect, type Remedy } from '../../../src/identity/ways-in/effects.js';
import type { Rank } from '../../../src/identity/ways-in/youth.js';
import { NO_WAYS } from '../../../src/identity/ways-in/no-ways.js';
import { WAYS, type WayKind } from '../../../src/identity/ways-in/ways.js';
import { NO_BROWSER, Remedies } from '../../../src/identity/accounts/remedies.js';
import { Database } from '../../../src/platform/database/database.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import { CookieBrowser, startWithThirdParties } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { linkIn, outboxOf } from '../../support/invitations.js';
import { showFactor } from '../../support/device-passwords.js';
import { openEveryWay, sessionDigestOf, type OpenWays } from '../../support/open-ways.js';
import { PublishedDocuments } from '../../support/published-documents.js';
import type { TestServer } from '../../support/start-app.js';

const KINDS = Object.keys(WAYS) as WayKind[];

/** Whether a way in from another browser still works after each effect; a weaker one depends on its own proof. */
const WORKS: Readonly<Record<Exclude<Effect, 'endsWeaker'>, boolean>> = {
  ends: false,
  endsOthers: false,
  endsYoung: false,
  suspendsYoung: false,
  endsOfIt: false,
  suspendsOfIt: false,
  itself: false,
  replaced: false,
  paused: true, // once the account is open again
  deleted: false,
  stays: true,
};

/** A link that was mailed to a settled address is worth 2 (D343). */
const works = (effect: Effect, rank: Rank): boolean => (effect === 'endsWeaker' ? rank < 2 : WORKS[effect]);

interface Act {
  readonly server: TestServer;
  readonly who: Admin;
  /** The owner's browser; the ways in were made in another one. */
  readonly own: CookieBrowser;
}

/** How its user applies each remedy. */
const ACTS: Readonly<Record<Remedy, (act: Act) => Promise<unknown>>> = {
  replacePassword: ({ own, who }) => changed(own, who, 'known'),
  rotatePassword: ({ own, who }) => changed(own, who, 'another'),
  signOutOthers: async ({ own }) =>
    expect((await own.post('/account/end-others')).headers.location).toBe('/account/devices'),
  signOutOne: async ({ own }) => {
    const { text } = await own.get('/account/devices');
    const [, id = ''] = /name="id" value="([\da-f]{64})"/.exec(text) ?? []; // this browser has no button
    await own.post('/account/end', { kind: 'session', id });
  },
  disownSignIn: (act) => appliedToIt('disownSignIn', act, 1),
  stopAddition: (act) => appliedToIt('stopAddition', act, 2),
  addFactor: ({ server, own, who }) =>
    server.get(Database).transaction(async (tx) => {
      const kept = { ...NO_BROWSER, session: sessionDigestOf(own) };
      await server.get(Remedies).apply(tx, 'addFactor', who.id, kept);
    }),
  close: async ({ server, who }) => {
    await server.get(AccountService).disable(who.id);
    await server.get(AccountService).enable(who.id);
  },
  askDeletion: async ({ server, who }) => {
    const remedies = server.get(Remedies); // an account with a role can't request it
    await server.get(Database).transaction((tx) => remedies.apply(tx, 'askDeletion', who.id));
  },
  secure: async ({ server, who }) => {
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const [{ id: to }] = await rows<{ id: string }>(
      server,
      'SELECT id::text FROM account_identifier WHERE account_id = $1 AND normalized = $2',
      [who.id, who.email],
    );
    const { status, text } = await admin.send('POST', `/accounts/${who.id}/secure`, { body: { to } });
    if (status !== 200) throw new Error(`${status} ${text}`);
    await server.get(AccountService).enable(who.id);
  },
  giveRole: async ({ server, who }) => {
    await rows(server, `UPDATE account SET role = NULL WHERE id = $1`, [who.id]);
    await server
      .get(Database)
      .transaction((tx) => server.get(AccountRoles).change(tx, who.id, 'administrator'));
  },
  removeRole: async ({ server, who }) => {
    await server.get(Database).transaction((tx) => server.get(AccountRoles).change(tx, who.id, null));
    await rows(server, `UPDATE account SET role = 'administrator' WHERE id = $1`, [who.id]); // given again later
  },
  remove: ({ server, who }) =>
    server.get(Database).transaction((tx) => server.get(AccountService).remove(tx, who.id)),
};

/** A remedy for the sign-in that created the ways in. */
async function appliedToIt(remedy: Remedy, { server, own, who }: Act, rank: Rank): Promise<void> {
  const [{ beganId }] = await rows<{ beganId: string }>(
    server,
    `SELECT data->>'signInBegan' AS "beganId" FROM session WHERE account_id = $1 AND digest <> $2`,
    [who.id, sessionDigestOf(own)],
  );
  const remedies = server.get(Remedies);
  await server
    .get(Database)
    .transaction((tx) => remedies.apply(tx, remedy, who.id, NO_BROWSER, { rank, beganId }));
}

describe('ways into an account, and their removal (D309)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties({ UNREGISTERED_CLIENTS: 'on' });
    new PublishedDocuments(server);
  });
  afterAll(() => server.close());

  it('are kinds of the registry, or tables that open nothing: every table with a key to an account', async () => {
    const found = await rows<{ table: string }>(
      server,
      `SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint WHERE contype = 'f' AND confrelid = 'account'::regclass
        UNION SELECT relname FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
               WHERE relkind IN ('r', 'p') AND NOT relispartition AND attname = 'account_id'`,
    );
    const told = new Set([...KINDS.flatMap((kind) => WAYS[kind].tables), ...Object.keys(NO_WAYS)]);
    told.delete('account');
    expect(found.map(({ table }) => table).sort()).toEqual([...told].sort());
  });

  describe.each<[name: string, remedy: Remedy, act?: (act: Act) => Promise<unknown>, rank?: Rank]>([
    ...(Object.keys(REMEDIES) as Remedy[]).map((remedy): [string, Remedy] => [remedy, remedy]),
    ['replacePassword by a mailed link', 'replacePassword', chosen, 2],
    ['replacePassword by a settled second factor', 'replacePassword', byFactor('known'), 3],
    ['rotatePassword by a settled second factor', 'rotatePassword', byFactor('another'), 3],
  ])('%s', (_, remedy, act = ACTS[remedy], rank = 1) => {
    let who: Admin;
    let own: CookieBrowser;
    let ways: OpenWays;
    beforeAll(async () => {
      server.clock.advance({ days: 1 }); // earlier requests do not count
      who = await newAdmin(server);
      own = new CookieBrowser(server);
      await own.signIn(who);
      ways = await openEveryWay(server, who, new CookieBrowser(server));
      await showFactor(server, who.id);
      for (const kind of KINDS) expect([kind, await ways[kind]()]).toEqual([kind, true]);
      await act({ server, who, own });
    });

    it.each(KINDS)('%s', async (kind) => {
      expect(await ways[kind]()).toBe(works(WAYS[kind].effects[remedy], rank));
    });

    it('stores the browser that it came from, or none', async () => {
      const stays: Partial<Record<Effect, boolean>> = {
        endsOthers: act !== chosen,
        endsOfIt: true,
        itself: true,
        stays: true,
      };
      expect((await own.get('/account')).status === 200).toBe(stays[WAYS.sessions.effects[remedy]] ?? false);
    });
  });

  describe('grant from before 0.3, without a stored origin', () => {
    let who: Admin;
    let own: CookieBrowser;
    let ways: OpenWays;
    const forget = async (columns: string) => {
      await rows(server, `UPDATE token_grant SET ${columns} WHERE account_id = $1`, [who.id]);
      expect(await count(server, 'token_grant', `account_id = ${who.id} AND origin IS NULL`)).toBeGreaterThan(
        4,
      );
    };
    const loseEvents = () =>
      rows(
        server,
        `DELETE FROM audit_event WHERE target IN (SELECT 'grant:' || id FROM token_grant WHERE account_id = $1)`,
        [who.id],
      );
    beforeEach(async () => {
      server.clock.advance({ days: 1 });
      who = await newAdmin(server);
      own = new CookieBrowser(server);
      await own.signIn(who);
      ways = await openEveryWay(server, who, new CookieBrowser(server));
      await showFactor(server, who.id);
    });

    it('is ended by its sign-in or its audit event, however often everything is signed out', async () => {
      await forget('origin = NULL');
      await own.post('/account/end-others');
      expect([await ways.directGrants(), await ways.allowedGrants()]).toEqual([false, true]);
      await own.post('/account/end-others');
      expect(await ways.allowedGrants()).toBe(true);
    });

    it('stays if a browser allowed it, though its event was deleted: it belonged to a sign-in', async () => {
      await forget('origin = NULL');
      await loseEvents();
      await own.post('/account/end-others');
      const alive = await rows<{ origin: number }>(
        server,
        'SELECT origin FROM token_grant WHERE account_id = $1 AND revoked_at IS NULL AND anchor IS NOT NULL',
        [who.id],
      );
      expect(alive).toEqual([{ origin: 4 }, { origin: 4 }]); // of a registered application, and of one that is not
    });

    it('ends if its origin is unknown', async () => {
      await forget('origin = NULL, sid = NULL');
      await loseEvents();
      await own.post('/account/end-others');
      expect([await ways.directGrants(), await ways.allowedGrants()]).toEqual([false, false]);
    });
  });
});

async function changed(own: CookieBrowser, { password: current }: Admin, reason: string): Promise<void> {
  const { status, text } = await own.post('/account/password', { current, password: NEXT_PASSWORD, reason });
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** The remedy for a sign-in that showed a settled second factor. */
function byFactor(reason: string): (act: Act) => Promise<void> {
  return async ({ server, own, who }) => {
    await rows(
      server,
      `UPDATE sign_in SET rank = 3 WHERE id = (SELECT (data->>'signIn')::bigint FROM session WHERE digest = $1) RETURNING 1`,
      [sessionDigestOf(own)],
    );
    await changed(own, who, reason);
  };
}

/** Chooses a new password by the requested link, in a signed-out browser. */
async function chosen({ server, who, own }: Act): Promise<void> {
  const links = await outboxOf(server, who.id);
  const { payload } = links.find(({ kind }) => kind === 'reset') ?? {};
  const { pathname } = linkIn(server, payload as Buffer);
  expect((await own.post(pathname, { password: NEXT_PASSWORD })).status).toBe(303);
  own.cookies.clear(); // it signed in again there
}
