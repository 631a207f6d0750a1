import { type Command, Option } from 'commander';
import type { FamilySummary, OneFamilyView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import type { Column } from '../table.js';
import { accountIdOf, WHICH } from './account-lookup.js';

const PREMIUM = ['free', 'premium', 'premium-plus'];
const MEMBER = ['member', 'administrator', 'founder'];
const COLUMNS: readonly Column<FamilySummary>[] = [
  { title: 'id', value: ({ familyId }) => familyId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'premium', value: ({ premiumType }) => PREMIUM[premiumType] },
  { title: 'members', value: ({ members }) => members },
  { title: 'since', value: ({ createdAt }) => createdAt },
];

export function register(program: Command, context: Context): void {
  const family = program.command('family').description('Families and who is in them.');
  registerReading(family, context);
  registerChanging(family, context);
  registerMembers(family, context);
}

function registerReading(family: Command, context: Context): void {
  const list = asList(family.command('list').description('List families.'))
    .option('--query <text>', 'what the name begins with')
    .action(async ({ query, ...options }: ListOptions & { query?: string }) => {
      const items = context.api.list<FamilySummary>('/families', { query }, extentOf(options));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    });
  examples(list, { 'hearth family list --query the': 'whose name begins with it' });

  const get = family
    .command('get')
    .description('Show one family with its members.')
    .argument('<id>', 'its number')
    .action(async (id: string) => {
      const found = await context.api.get<OneFamilyView>(pathOf(id));
      const { familyId, name, premiumType, createdAt, members } = found;
      context.output.item(found, {
        id: familyId,
        name,
        premium: PREMIUM[premiumType],
        since: createdAt,
        members: members.map((each) => `${each.name} (${MEMBER[each.accountType]}, ${each.accountId})`),
      });
    });
  examples(get, { 'hearth family get 4': 'the founder first' });
}

function registerChanging(family: Command, context: Context): void {
  const update = family
    .command('update')
    .description('Change the name or the premium type of a family.')
    .argument('<id>', 'its number')
    .option('--name <name>', 'its new name')
    .addOption(new Option('--premium <type>', 'its premium type').choices(PREMIUM))
    .action(async (id: string, { name, premium }: { name?: string; premium?: string }) => {
      const premiumType = premium === undefined ? undefined : PREMIUM.indexOf(premium);
      const updated = await context.api.update<OneFamilyView>(pathOf(id), () => ({ name, premiumType }));
      context.output.done(`The family ${id} is changed.`, updated);
    });
  examples(update, { 'hearth family update 4 --premium premium-plus': 'leave its name' });

  const remove = family
    .command('delete')
    .description('Delete a family without members.')
    .argument('<id>', 'its number')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes = false }: { yes?: boolean }) => {
      const { name } = await context.api.get<OneFamilyView>(pathOf(id));
      await context.prompt.confirmByName(`The family ${id} (${name}) will be deleted.`, name, yes);
      await context.api.delete(pathOf(id));
      context.output.done(`The family ${id} is deleted.`);
    });
  examples(remove, { 'hearth family delete 4 --yes': 'in a script' });
}

function registerMembers(family: Command, context: Context): void {
  const memberPath = async (id: string, which: string): Promise<string> =>
    `${pathOf(id)}/members/${segment(await accountIdOf(context.api, which))}`;
  const put = family
    .command('put-member')
    .description('Add an account to a family, or change its type there.')
    .argument('<id>', 'the number of the family')
    .argument('<account>', WHICH)
    .addOption(new Option('--as <type>', 'what it is there').choices(MEMBER).default('member'))
    .action(async (id: string, which: string, { as }: { as: string }) => {
      const path = await memberPath(id, which);
      const changed = await context.api.send<OneFamilyView>('PUT', path, { accountType: MEMBER.indexOf(as) });
      context.output.done(`The account is in the family ${id} as ${as}.`, changed);
    });
  examples(put, {
    'hearth family put-member 4 ben@family.example --as administrator': 'one founder at most',
  });

  const remove = family
    .command('remove-member')
    .description('Remove an account from a family.')
    .argument('<id>', 'the number of the family')
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      await context.api.send('DELETE', await memberPath(id, which));
      context.output.done(`The account is not in the family ${id}.`);
    });
  examples(remove, { 'hearth family remove-member 4 ben@family.example': 'the account stays' });
}

function pathOf(id: string): string {
  return `/families/${segment(id)}`;
}
