import { type Command, Option } from 'commander';
import type { AccountSummary, AccountView, ChangedAccountView, TimelineEventView } from '../api-types.js';
import { asList, type Context, type ListOptions } from '../context.js';
import { type Members, type Column, columns } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import { choicesOf, shownMembers, givenValues, withFields } from '../record-options.js';
import { accountIdOf, WHICH } from './account-lookup.js';
import { ACCOUNT_FIELDS, MEMBERSHIP_FIELDS } from './record-fields.js';
import { registerAccess } from './account-access.js';
import { registerSecuring, shownSecuring } from './securing-commands.js';
import { registerIdentifiers } from './identifier-commands.js';

const COLUMNS: readonly Column<AccountSummary>[] = [
  ...columns<AccountSummary>(['id:accountId'], ['name', 'status', 'role']),
  { title: 'identifiers', value: ({ identifiers }) => identifiers.join(' ') },
  ...columns<AccountSummary>([], ['last sign-in:lastLoginAt']),
];
const EVENTS = columns<TimelineEventView>(['at'], ['what:sentence', 'address']);
const MEMBER = choicesOf(MEMBERSHIP_FIELDS, 'accountType');

export function register(program: Command, context: Context): void {
  const parent = program
    .command('account')
    .description('Manage accounts: find them, help their users, revoke access.');
  const accounts = new RecordCommands(parent, context, {
    noun: 'account',
    path: '/accounts',
    id: ['<account>', WHICH],
    idOf: (typed) => accountIdOf(context.api, typed),
  });
  registerReading(accounts, context);
  registerIdentifiers(parent, accounts, context);
  registerUpdate(accounts, context);
  accounts.delete<AccountView>(
    'Delete an account and everything that belongs to it.',
    { 'hearth account delete 12 --yes': 'in a script' },
    ({ name }) => name,
  );
  registerAccess(accounts, context);
  registerSecuring(accounts, context);
}

function registerReading(accounts: RecordCommands, context: Context): void {
  accounts.list(
    'List accounts.',
    COLUMNS,
    {
      'hearth account list --query anna': 'accounts whose name, address or login begins with anna',
      'hearth account list --status pending --all --ndjson':
        'everybody who was invited and has not joined yet',
    },
    [
      new Option('--query <text>', 'beginning of a name or an identifier'),
      new Option('--status <status>', 'only with this value').choices(choicesOf(ACCOUNT_FIELDS, 'status')),
      new Option('--role <role>', 'only with this value').choices(choicesOf(ACCOUNT_FIELDS, 'role')),
    ],
  );
  accounts.get('Show one account.', shown, {
    'hearth account get anna@family.example': 'its identifiers, families, sessions and grants',
  });
  const timeline = accounts.one(
    'timeline',
    'Tell what an account did and what was done to it, newest first.',
    { 'hearth account timeline anna@family.example --limit 20': 'sign-ins, changes, and who helped' },
  );
  asList(timeline).action(async (which: string, options: ListOptions) =>
    context.list(EVENTS, `${await accounts.pathOf(which)}/timeline`, {}, options),
  );
}

function registerUpdate(accounts: RecordCommands, context: Context): void {
  const update = accounts
    .one('update', 'Change the profile of an account, disable or enable it, or change its role.', {
      'hearth account update anna@family.example --status disabled': 'block all access to the account',
      'hearth account update 12 --name "Anna K." --language de': 'messages to it come in German',
      'hearth account update 12 --role support': 'let it read, and help users',
    })
    .addOption(
      new Option('--status <status>', 'disabled also ends all sessions and tokens').choices([
        'active',
        'disabled',
      ]),
    );
  withFields(update, ACCOUNT_FIELDS, false).action(
    async (which: string, { status, ...options }: Readonly<Record<string, unknown>>) => {
      const change = { status, ...givenValues(ACCOUNT_FIELDS, options) };
      const path = await accounts.pathOf(which);
      const updated = await context.api.update<ChangedAccountView>(path, () => change);
      const { accountId, setupCode } = updated;
      const code =
        setupCode &&
        ` Set-up code for the second factor: ${setupCode.code} (works once, until ${setupCode.expiresAt})`;
      context.output.done(`Account ${accountId} updated.${code ?? ''}`, updated);
    },
  );
}

function shown(account: AccountView): Members {
  const { accountId, createdAt, lastLoginAt, heldUntil, securedAt, sessions, grants } = account;
  return {
    id: accountId,
    ...shownMembers(ACCOUNT_FIELDS, account),
    ...(heldUntil !== null && { 'on hold until': heldUntil }),
    ...(securedAt !== null && { secured: shownSecuring(account) }),
    identifiers: account.identifiers.map(
      ({ identifierId, type, value, issuer }) =>
        `${value} (${issuer === null ? type : `${type} of ${issuer}`}, ${identifierId})`,
    ),
    families: account.families.map(
      ({ familyId, name: family, accountType }) => `${family} (${MEMBER[accountType]}, ${familyId})`,
    ),
    'pending links': account.waitingLinks.map(
      ({ kind, sentTo, expiresAt }) => `${kind} to ${sentTo} until ${expiresAt}`,
    ),
    sessions,
    grants,
    since: createdAt,
    'last sign-in': lastLoginAt,
  };
}
