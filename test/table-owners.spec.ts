import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ownersIn, trespassesIn, type Source } from './support/table-owners.js';

const TOP = fileURLToPath(new URL('..', import.meta.url));

interface Exception {
  readonly folder: string;
  readonly tables: readonly string[];
  readonly reason: string;
}

/** Folders that may name the table of another one, and why. Keep it short: first ask the owner for it (ADR 2). */
const EXCEPTIONS: readonly Exception[] = [
  // Frequent: one statement spans tables of several folders.
  {
    folder: 'oauth/tokens',
    tables: ['account', 'client'],
    reason: 'a token is found, issued, refreshed, redeemed and ended together with its account and client',
  },
  {
    folder: 'identity/sessions',
    tables: ['account', 'sign_in'],
    reason:
      'a session is read and written together with whether its account may sign in, and with its sign-in',
  },
  {
    folder: 'identity/accounts',
    tables: ['family', 'family_member'],
    reason: 'the account information of §2.6 is one value: account, identifiers, families',
  },
  {
    folder: 'identity/families',
    tables: ['account', 'account_identifier'],
    reason: 'a profile is read with the families that it is in, and members with their names',
  },
  {
    folder: 'oauth/clients',
    tables: ['ruleset'],
    reason: 'a client is found with the patterns of its ruleset, and recorded with its name',
  },
  {
    folder: 'legacy/web-flow',
    tables: ['session'],
    reason: 'a session is validated and given to a client by the statement that uses its state up',
  },
  {
    folder: 'identity/passwords',
    tables: ['account', 'account_identifier', 'device_password'],
    reason:
      'the look at a password finds its account and says whether that is protected, and which device password was sent: a second statement would tell by its time',
  },
  // A single statement decides: read in two, the compared values could change in between.
  {
    folder: 'oauth/sso',
    tables: ['client'],
    reason: 'a validation token is spent only between clients of one ruleset',
  },
  {
    folder: 'identity/mailed-links',
    tables: ['client', 'family'],
    reason: 'a link is used up only while its client is enabled, and clients belong to a room above',
  },
  {
    folder: 'oauth/consent',
    tables: ['authorization_code', 'client', 'token_grant'],
    reason: 'a client that nobody registered is removed in the statement that finds nothing left of it',
  },
  {
    folder: 'oauth/webhooks',
    tables: ['client'],
    reason: 'a delivery is taken only while its client is enabled, and webhooks are listed by its public id',
  },
  {
    folder: 'oauth/webhooks',
    tables: ['consent', 'token_grant'],
    reason:
      'a trigger writes down whose user an account is in the statement that changes it: afterwards it may be gone',
  },
  // Rooms whose subject is other rooms' tables.
  {
    folder: 'identity/ways-in',
    tables: [
      ...[
        'invitation',
        'sent_invitation',
        'factor_recovery',
        'family_hand_over',
        'totp',
        'passkey',
        'recovery_code',
        'suspended_passkey',
        'authorization_context',
      ],
      ...['authorization_code', 'device_authorization', 'admin_session', 'held_administrator'],
    ],
    reason:
      'the registry says where the rows of each kind are: a test holds it to every table with a key to an account',
  },
  {
    folder: 'admin',
    tables: [
      ...['account', 'account_identifier', 'family', 'family_member', 'invitation', 'session', 'token_grant'],
      ...['client', 'client_secret', 'consent', 'ruleset', 'outbox_message'],
    ],
    reason:
      'lists, searches and exports join what they show: in two statements a page of a list would be wrong',
  },
  {
    folder: 'account/data',
    tables: [
      ...['account', 'account_identifier', 'family', 'family_member', 'session', 'token_grant', 'consent'],
      ...[
        'invitation',
        'sent_invitation',
        'outbox_message',
        'admin_session',
        'held_administrator',
        'totp',
        'recovery_code',
      ],
      ...[
        'trusted_browser',
        'passkey',
        'device_password',
        'factor_recovery',
        'authorization_code',
        'family_hand_over',
      ],
      ...['authorization_context', 'device_authorization', 'validation_token', 'client'],
      ...['sign_in', 'suspended_passkey', 'protected_resource'],
    ],
    reason:
      'all that is kept about a person, as it is stored: a test holds the list to every table and column, so owners have nothing to add',
  },
  {
    folder: 'operate',
    tables: ['token_grant'],
    reason: 'a gauge tells how many of its updates were in place, by the statistics of PostgreSQL',
  },
];

describe('tables have owners (ADR 2)', () => {
  const sources = sourcesOfSrc();

  it('have one known entity for each table that a migration makes', () => {
    const migrations = sources.filter(({ path }) => path.includes('/migrations/'));
    const made = migrations.flatMap(({ text }) =>
      [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"? \(/g)].map(
        ([, table]) => table,
      ),
    );
    expect(made.length).toBeGreaterThan(25);
    expect([...ownersIn(sources).keys()].sort()).toEqual([...new Set(made)].sort());
  });

  it('are named by others only with a reason, and no reason is left over', () => {
    const owners = ownersIn(sources);
    const useOf = (folder: string, table: string) => `${folder} names ${table} of ${owners.get(table)}`;
    const allowed = EXCEPTIONS.flatMap(({ folder, tables }) => tables.map((table) => useOf(folder, table)));
    expect(new Set(allowed).size).toBe(allowed.length);
    const named = trespassesIn(sources).map(({ folder, table }) => useOf(folder, table));
    expect(named.sort()).toEqual(allowed.sort());
  });

  it.each([
    ['a query', 'const Q = { text: `SELECT a.id FROM account a WHERE a.id = $1` };'],
    ['a join', "tx.query('SELECT FROM node n LEFT JOIN account a ON true')"],
    ['a list', "tx.query('LOCK TABLE node, account IN SHARE MODE')"],
    ['an update', "tx.query('UPDATE account SET name = $1')"],
    ['a delete', "tx.query('DELETE FROM node n USING account a')"],
    ['an insert', "tx.query('INSERT INTO account (name) VALUES ($1)')"],
    ['a quoted name', 'tx.query(`DELETE FROM "account"`)'],
    ['a member', "const SOURCES = [{ file: 'a', table: 'account' }];"],
    ['a name that is put in', "const of = (name: string) => `DELETE FROM ${name}`;\nof('account');"],
    ['a class of PostgreSQL', `tx.query("SELECT reltuples FROM pg_class WHERE oid = 'account'::regclass")`],
    ['a repository', "import { Account, type Role } from '../src/identity/accounts/account.entity.js';\n"],
  ])('find %s of another folder in made-up sources', (_, text) => {
    expect(trespassesIn([ENTITY, { path: 'src/platform/pages/a.ts', text }])).toEqual([
      { folder: 'platform/pages', table: 'account' },
    ]);
    expect(trespassesIn([ENTITY, { path: 'src/identity/accounts/b.ts', text }])).toEqual([]);
  });

  it.each([
    ['a list of names', "const TABLES = ['node_name', 'account_name'];"],
    ['a constant', "const TABLE = 'account_name';"],
  ])('find %s of another folder in made-up sources', (_, text) => {
    const named = ENTITY.text.replaceAll("'account'", "'account_name'");
    const node = { path: 'src/platform/pages/n.ts', text: named.replaceAll('account', 'node') };
    expect(
      trespassesIn([node, { ...ENTITY, text: named }, { path: 'src/platform/pages/a.ts', text }]),
    ).toEqual([{ folder: 'platform/pages', table: 'account_name' }]);
  });

  it.each([
    ['a word that a table has too', "const kind = 'account';\nconst KINDS = ['account', 'node'];"],
    ['a word beside a statement', "const A = `SELECT 1 FROM node`; const of = 'account';"],
    ['a type', "import type { Account } from '../src/identity/accounts/account.entity.js';\n"],
    [
      'what stands beside it',
      "import { ROLES, type Account } from '../src/identity/accounts/account.entity.js';\n",
    ],
    ['a comment', '/** Read FROM account, see there. */ // and FROM account\n'],
    ['another table', "tx.query('SELECT FROM account_event e')"],
  ])('accept %s', (_, text) => {
    expect(trespassesIn([ENTITY, { path: 'src/platform/pages/a.ts', text }])).toEqual([]);
  });
});

const ENTITY: Source = {
  path: 'src/identity/accounts/account.entity.ts',
  text: "@Entity('account')\nexport class Account {}\n",
};

function sourcesOfSrc(): Source[] {
  return readdirSync(`${TOP}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.spec.ts'))
    .map((path) => ({ path: `src/${path}`, text: readFileSync(`${TOP}src/${path}`, 'utf8') }));
}
