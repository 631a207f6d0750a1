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

/** Who may name the table of another folder, and why. It gets shorter; nothing is added without a reason that lasts. */
const EXCEPTIONS: readonly Exception[] = [
  // One statement for speed: it lives with the upper owner.
  {
    folder: 'oauth/tokens',
    tables: ['account', 'client'],
    reason: 'a token is found, issued, refreshed and redeemed together with its account, in one statement',
  },
  {
    folder: 'identity/sessions',
    tables: ['account'],
    reason: 'a session is read and written together with whether its account may sign in, in one statement',
  },
  {
    folder: 'identity/families',
    tables: ['account', 'account_identifier'],
    reason: 'the account information of 2.6 is one statement: account, identifiers, families',
  },
  {
    folder: 'identity/accounts',
    tables: ['sign_in_throttle'],
    reason: 'the statement that looks up a password reads the counts along (D162)',
  },
  {
    folder: 'platform/throttle',
    tables: ['audit_event'],
    reason: 'a failure is counted and recorded by one statement',
  },
  {
    folder: 'legacy/web-flow',
    tables: ['session'],
    reason: 'a session is validated and given to a client by one statement',
  },
  // In the transaction of the change, by a table that a lower folder can't ask for: the arrow would point up.
  {
    folder: 'identity/accounts',
    tables: ['session', 'admin_session', 'token_grant', 'client'],
    reason: 'disabling an account ends its sessions and grants in the same transaction (D24)',
  },
  {
    folder: 'oauth/tokens',
    tables: ['consent'],
    reason: 'a device is a grant without a consent: ending all of them looks there',
  },
  {
    folder: 'account',
    tables: ['session', 'token_grant', 'consent'],
    reason: 'sign-ins are sessions, and grants without a consent: listed and ended by one statement',
  },
  {
    folder: 'oauth/authorize',
    tables: ['admin_session', 'authorization_code'],
    reason: 'signing out everywhere and a new password end what is open, in the same transaction',
  },
  {
    folder: 'oauth/consent',
    tables: ['authorization_code', 'client'],
    reason: 'connected apps are shown by the name of their client, and ended with their open codes',
  },
  {
    folder: 'identity/mailed-links',
    tables: ['account', 'account_identifier', 'client', 'family'],
    reason:
      'a link is read with whom it names, and used up with the address that it proves, by one statement',
  },
  {
    folder: 'identity/notifications',
    tables: ['account', 'account_identifier'],
    reason: 'a notice goes to all confirmed addresses of an account, counted and found by one statement',
  },
  {
    folder: 'oauth/sso',
    tables: ['account', 'account_identifier', 'client'],
    reason: 'who is vouched for is looked up, locked and connected with what is used up for it',
  },
  {
    folder: 'oauth/clients',
    tables: ['ruleset'],
    reason: 'a client is found with the patterns of its ruleset, by one statement',
  },
  {
    folder: 'oauth/authorize',
    tables: ['account', 'consent'],
    reason: 'allowing writes consent and code together, for an account that is locked there',
  },
  {
    folder: 'provisioning',
    tables: ['account', 'family', 'family_member'],
    reason: 'what a client reaches is found and locked by one statement over accounts and families (D161)',
  },
  // Lists and searches that join: two statements would be slower, and page by page wrong.
  {
    folder: 'admin',
    tables: [
      'account',
      'account_identifier',
      'family',
      'family_member',
      'invitation',
      'session',
      'token_grant',
    ],
    reason: 'the lists of accounts, families and grants join what they show and page through it',
  },
  {
    folder: 'admin',
    tables: ['client', 'client_secret', 'ruleset', 'legacy_use'],
    reason: 'clients and rulesets are listed, exported and compared as whole documents, under one lock',
  },
  {
    folder: 'admin',
    tables: ['audit_event', 'outbox_message', 'node'],
    reason: 'the audit trail, the outbox and the overview are nothing but these tables, filtered and paged',
  },
  {
    folder: 'account',
    tables: ['client'],
    reason: 'devices are shown by the name of their client, by one statement',
  },
  // The whole database is their subject.
  {
    folder: 'operate',
    tables: ['access_token', 'refresh_token', 'token_grant', 'audit_event', 'outbox_message'],
    reason: 'clean-up and gauges go through every table that grows',
  },
  {
    folder: 'provisioning/bootstrap',
    tables: ['account', 'account_identifier', 'client', 'family', 'ruleset'],
    reason: 'looks by repositories what is there already, of each kind, under its own lock',
  },
  // Simple look-ups that its owner could answer: the next to go.
  {
    folder: 'account',
    tables: ['account', 'account_identifier'],
    reason: "a person's own pages read the account and its identifiers by repositories",
  },
  {
    folder: 'provisioning/invitations',
    tables: ['account'],
    reason: 'completing an account locks it',
  },
  {
    folder: 'provisioning',
    tables: ['account_identifier'],
    reason: 'a request to join looks, under its lock, for the address that it goes to',
  },
];

describe('tables have owners (D186)', () => {
  const sources = sourcesOfSrc();

  it('are all known: one entity for each table that a migration makes', () => {
    const migrations = sources.filter(({ path }) => path.includes('/migrations/'));
    const made = migrations.flatMap(({ text }) =>
      [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/g)].map(([, table]) => table),
    );
    expect(made.length).toBeGreaterThan(25);
    expect([...ownersIn(sources).keys()].sort()).toEqual([...new Set(made)].sort());
  });

  it('are named by others only with a reason, and no reason is left over', () => {
    const allowed = EXCEPTIONS.flatMap(({ folder, tables }) => tables.map((table) => `${folder}: ${table}`));
    expect(new Set(allowed).size).toBe(allowed.length);
    const named = trespassesIn(sources).map(({ folder, table }) => `${folder}: ${table}`);
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
    ['a repository', "import { Account, type Role } from '../accounts/account.entity.js';\n"],
  ])('find %s of another folder in made-up sources', (_, text) => {
    expect(trespassesIn([ENTITY, { path: 'src/platform/pages/a.ts', text }])).toEqual([
      { folder: 'platform/pages', table: 'account' },
    ]);
    expect(trespassesIn([ENTITY, { path: 'src/identity/accounts/b.ts', text }])).toEqual([]);
  });

  it.each([
    ['a type', "import type { Account } from '../accounts/account.entity.js';\n"],
    ['what stands beside it', "import { ROLES, type Account } from '../accounts/account.entity.js';\n"],
    ['a comment', '/** Read FROM account, see there. */ // and FROM account\n'],
    ['another table', "tx.query('SELECT FROM account_event e')"],
  ])('let %s through', (_, text) => {
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
