import { type Command, Option } from 'commander';
import type { AccountSummary, AccountView, ChangedAccountView, TimelineEventView } from '../api-types.js';
import { asList, type Context, examples, type ListOptions } from '../context.js';
import type { Column } from '../table.js';
import { choicesOf, shownMembers, givenValues, withFields } from '../record-options.js';
import { accountPath, WHICH } from './account-lookup.js';
import { ACCOUNT_FIELDS, MEMBERSHIP_FIELDS } from './record-fields.js';
import { registerAccess } from './account-access.js';
import { registerSecuring, shownSecuring } from './securing-commands.js';
import { registerIdentifiers } from './identifier-commands.js';

interface Filters extends ListOptions {
  readonly query?: string;
  readonly status?: string;
  readonly role?: string;
}

const COLUMNS: readonly Column<AccountSummary>[] = [
  { title: 'id', value: ({ accountId }) => accountId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'status', value: ({ status }) => status },
  { title: 'role', value: ({ role }) => role },
  { title: 'identifiers', value: ({ identifiers }) => identifiers.join(' ') },
  { title: 'last sign-in', value: ({ lastLoginAt }) => lastLoginAt },
];
const EVENTS: readonly Column<TimelineEventView>[] = [
  { title: 'at', value: ({ at }) => at, isWhole: true },
  { title: 'what', value: ({ sentence }) => sentence },
  { title: 'address', value: ({ address }) => address },
];
const MEMBER = choicesOf(MEMBERSHIP_FIELDS, 'accountType');

export function register(program: Command, context: Context): void {
  const account = program
    .command('account')
    .description('Manage accounts: find them, help their users, revoke access.');
  registerReading(account, context);
  registerIdentifiers(account, context);
  registerChanging(account, context);
  registerAccess(account, context);
  registerSecuring(account, context);
}

function registerReading(account: Command, context: Context): void {
  const list = asList(account.command('list').description('List accounts.'))
    .option('--query <text>', 'beginning of a name or an identifier')
    .addOption(
      new Option('--status <status>', 'only with this value').choices(choicesOf(ACCOUNT_FIELDS, 'status')),
    )
    .addOption(new Option('--role <role>', 'only with this value').choices(choicesOf(ACCOUNT_FIELDS, 'role')))
    .action(({ query, status, role, ...options }: Filters) =>
      context.list(COLUMNS, '/accounts', { query, status, role }, options),
    );
  examples(list, {
    'hearth account list --query anna': 'accounts whose name, address or login begins with anna',
    'hearth account list --status pending --all --ndjson': 'everybody who was invited and has not joined yet',
  });

  const get = account
    .command('get')
    .description('Show one account.')
    .argument('<account>', WHICH)
    .action(async (which: string) =>
      show(context, await context.api.get(await accountPath(context.api, which))),
    );
  examples(get, {
    'hearth account get anna@family.example': 'its identifiers, families, sessions and grants',
  });

  const timeline = asList(
    account
      .command('timeline')
      .description('Tell what an account did and what was done to it, newest first.')
      .argument('<account>', WHICH),
  ).action(async (which: string, options: ListOptions) => {
    const path = await accountPath(context.api, which);
    await context.list(EVENTS, `${path}/timeline`, {}, options);
  });
  examples(timeline, {
    'hearth account timeline anna@family.example --limit 20': 'sign-ins, changes, and who helped',
  });
}

function registerChanging(account: Command, context: Context): void {
  const update = withFields(
    account
      .command('update')
      .description('Change the profile of an account, disable or enable it, or change its role.')
      .argument('<account>', WHICH)
      .addOption(
        new Option('--status <status>', 'disabled also ends all sessions and tokens').choices([
          'active',
          'disabled',
        ]),
      ),
    ACCOUNT_FIELDS,
    false,
  ).action(async (which: string, { status, ...options }: Readonly<Record<string, unknown>>) => {
    const change = { status, ...givenValues(ACCOUNT_FIELDS, options) };
    const path = await accountPath(context.api, which);
    const updated = await context.api.update<ChangedAccountView>(path, () => change);
    const { accountId, setupCode } = updated;
    const code =
      setupCode &&
      ` Set-up code for the second factor: ${setupCode.code} (works once, until ${setupCode.expiresAt})`;
    context.output.done(`Account ${accountId} updated.${code ?? ''}`, updated);
  });
  examples(update, {
    'hearth account update anna@family.example --status disabled': 'block all access to the account',
    'hearth account update 12 --name "Anna K." --language de': 'messages to it come in German',
    'hearth account update 12 --role support': 'let it read, and help users',
  });

  const remove = account
    .command('delete')
    .description('Delete an account and everything that belongs to it.')
    .argument('<account>', WHICH)
    .option('--yes', 'do not ask for confirmation')
    .action(async (which: string, { yes = false }: { yes?: boolean }) => {
      const path = await accountPath(context.api, which);
      const { accountId, name } = await context.api.get<AccountView>(path);
      await context.prompt.confirmByName(`The account ${accountId} (${name}) will be deleted.`, name, yes);
      await context.api.delete(path);
      context.output.done(`Account ${accountId} deleted.`);
    });
  examples(remove, { 'hearth account delete 12 --yes': 'in a script' });
}

function show({ output }: Context, account: AccountView): void {
  const { accountId, createdAt, lastLoginAt, heldUntil, securedAt, sessions, grants } = account;
  output.item(account, {
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
  });
}
