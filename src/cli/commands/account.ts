import { type Command, Option } from 'commander';
import type { AccountSummary, AccountView } from '../api-types.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import type { Column } from '../table.js';
import { accountPath, WHICH } from './account-lookup.js';
import { registerAccess } from './account-access.js';

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
const MEMBER = ['member', 'administrator', 'founder'];

export function register(program: Command, context: Context): void {
  const account = program
    .command('account')
    .description('Accounts: find them, help their users, end what is signed in.');
  registerReading(account, context);
  registerChanging(account, context);
  registerAccess(account, context);
}

function registerReading(account: Command, context: Context): void {
  const list = asList(account.command('list').description('List accounts.'))
    .option('--query <text>', 'what a name or an identifier begins with')
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'active', 'disabled']))
    .addOption(new Option('--role <role>', 'only these').choices(['administrator', 'support']))
    .action(async ({ query, status, role, ...options }: Filters) => {
      const items = context.api.list<AccountSummary>('/accounts', { query, status, role }, extentOf(options));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    });
  examples(list, {
    'hearth account list --query anna': 'whose name, address or login begins with it',
    'hearth account list --status pending --all --ndjson': 'all that were invited and have not joined yet',
  });

  const get = account
    .command('get')
    .description('Show one account.')
    .argument('<account>', WHICH)
    .action(async (which: string) =>
      show(context, await context.api.get(await accountPath(context.api, which))),
    );
  examples(get, { 'hearth account get anna@family.example': 'identifiers, families, what is signed in' });
}

function registerChanging(account: Command, context: Context): void {
  const update = account
    .command('update')
    .description('Disable or enable an account, or change its role.')
    .argument('<account>', WHICH)
    .addOption(
      new Option('--status <status>', 'disabled ends what is signed in').choices(['active', 'disabled']),
    )
    .addOption(
      new Option('--role <role>', 'what it may administer').choices(['administrator', 'support', 'none']),
    )
    .action(async (which: string, { status, role }: { status?: string; role?: string }) => {
      const change = { status, ...(role === undefined ? {} : { role: role === 'none' ? null : role }) };
      const path = await accountPath(context.api, which);
      const updated = await context.api.update<AccountView>(path, () => change);
      context.output.done(`The account ${updated.accountId} is changed.`, updated);
    });
  examples(update, {
    'hearth account update anna@family.example --status disabled': 'nobody can sign in with it',
    'hearth account update 12 --role support': 'may read, and help users',
  });

  const remove = account
    .command('delete')
    .description('Delete an account with everything that hangs on it.')
    .argument('<account>', WHICH)
    .option('--yes', 'do not ask')
    .action(async (which: string, { yes = false }: { yes?: boolean }) => {
      const path = await accountPath(context.api, which);
      const { accountId, name } = await context.api.get<AccountView>(path);
      await context.prompt.confirmByName(`The account ${accountId} (${name}) will be deleted.`, name, yes);
      await context.api.delete(path);
      context.output.done(`The account ${accountId} is deleted.`);
    });
  examples(remove, { 'hearth account delete 12 --yes': 'in a script' });
}

function show({ output }: Context, account: AccountView): void {
  const { accountId, name, status, role, createdAt, lastLoginAt, sessions, grants } = account;
  output.item(account, {
    id: accountId,
    name,
    status,
    role,
    identifiers: account.identifiers.map(
      ({ identifierId, type, value, issuer }) =>
        `${value} (${issuer === null ? type : `${type} of ${issuer}`}, ${identifierId})`,
    ),
    families: account.families.map(
      ({ familyId, name: family, accountType }) => `${family} (${MEMBER[accountType]}, ${familyId})`,
    ),
    'waiting links': account.waitingLinks.map(
      ({ kind, sentTo, expiresAt }) => `${kind} to ${sentTo} until ${expiresAt}`,
    ),
    sessions,
    grants,
    since: createdAt,
    'last sign-in': lastLoginAt,
  });
}
