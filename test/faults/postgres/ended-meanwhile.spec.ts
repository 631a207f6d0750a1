import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WAYS } from '../../../src/identity/ways-in/ways.js';
import { Database } from '../../../src/platform/database/database.js';
import { SignInRequired } from '../../../src/platform/errors/sign-in-required.js';
import type { Act } from '../../support/lost-connections/act.js';
import { DEVICE_PASSWORDS } from '../../support/lost-connections/device-passwords.js';
import { DEVICES } from '../../support/lost-connections/devices.js';
import { FACTORS } from '../../support/lost-connections/factors.js';
import { OWN_ACCOUNT } from '../../support/lost-connections/own-account.js';
import { PAGES } from '../../support/lost-connections/pages.js';
import { PASSKEYS } from '../../support/lost-connections/passkeys.js';
import { PROVIDERS } from '../../support/lost-connections/providers.js';
import { setStage, type Stage } from '../../support/lost-connections/stage.js';

const ACTS: readonly [name: string, act: Act][] = [
  PAGES,
  OWN_ACCOUNT,
  FACTORS,
  DEVICE_PASSWORDS,
  PASSKEYS,
  DEVICES,
  PROVIDERS,
].flatMap((acts) => Object.entries(acts));

/** Acts that need no page session, and are therefore done anyway. */
const BY_OTHER_PROOF: Readonly<Record<string, string>> = {
  'a forgotten password': 'the link goes to an address of the account',
  'a new password by the link': 'who has the link reads the mailbox',
  'an address is put back by the link in a notice': 'who has the link reads the mailbox',
  'what was added is stopped by the link in a notice': 'who has the link reads the mailbox',
  'an address is proven': 'who has the link reads the mailbox',
  'a device password is exchanged for tokens': 'the password itself is shown',
  'a code of a device': 'it was allowed before',
  'an administrator starts the way back in': 'the links go to the addresses of the account',
  'an invitation is accepted at a provider': 'who has the link reads the mailbox',
  'the way back in is stopped': 'who has the link reads the mailbox',
  'a hand-over is stopped by a link': 'who has the link reads the mailbox',
  'a family that waits is handed over': 'its founder asked for it three days ago',
  'a lost second factor is removed': 'who has the link reads the mailbox, and waited',
  'a second step by a code': 'it follows a password, and no session',
  'a second step by a recovery code': 'it follows a password, and no session',
  'a passkey confirms': 'what it counted is kept',
  'a passkey signs in': 'it is the proof',
  'an account that is due is deleted': 'its user asked for it a week ago',
};

/** Actions that a page completes for its former user: they only remove access, never a way in of its owner. */
const ENDS_ALL_THE_SAME = [
  'everything else is signed out',
  'an application is disconnected',
  'a browser is no longer trusted',
  'a device password is ended, with its tokens',
];

/** All but the sessions themselves, which the act may open again. */
const TABLES: readonly string[] = [...new Set(Object.values(WAYS).flatMap(({ tables }) => tables))].filter(
  (table) => !['session', 'account'].includes(table),
);
/** The owner of a row, if another column names it. */
const OWNERS: Readonly<Record<string, string>> = { sent_invitation: 'invited_by' };
/** Every row with its contents, and the password and role of each account. */
const FOUND = [
  ...TABLES.map(
    (table) =>
      `SELECT '${table}' AS kind, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS found
         FROM ${table} t WHERE ${OWNERS[table] ?? 'account_id'} IS NOT NULL`,
  ),
  `SELECT 'account ' || id, concat_ws(' ', password_hash, role) FROM account`,
].join(' UNION ALL ');

describe('write to ways in, while its session ends (D309)', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.close());
  afterEach(() => void jest.restoreAllMocks());

  const ways = async (): Promise<Map<string, string>> => {
    const { rows } = await stage.direct.query<{ kind: string; found: string }>(FOUND);
    return new Map(rows.map(({ kind, found }) => [kind, found]));
  };

  it.each(ACTS)('%s', async (name, act) => {
    const run = await act(stage);
    const before = await ways();
    const database = stage.server.get(Database);
    const begin = database.transaction.bind(database);
    jest.spyOn(database, 'transaction').mockImplementation(async (...args) => {
      await stage.direct.query('DELETE FROM session');
      return begin(...args);
    });
    await run().catch((cause: unknown) => {
      if (!(cause instanceof SignInRequired)) throw cause; // the page's follow-up
    });
    const after = await ways();
    const changed = [...after].flatMap(([kind, found]) => (found === before.get(kind) ? [] : [kind]));
    const isExpected = name in BY_OTHER_PROOF || ENDS_ALL_THE_SAME.includes(name);
    expect([name, changed]).toEqual([name, isExpected ? changed : []]);
    if (isExpected) expect(changed).not.toEqual([]);
  });
});
