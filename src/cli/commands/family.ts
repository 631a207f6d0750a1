import type { Command } from 'commander';
import type { FamilySummary, OneFamilyView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import type { Column } from '../table.js';
import { choicesOf, shownOf, valuesOf, withFields } from '../record-options.js';
import { accountIdOf, WHICH } from './account-lookup.js';
import { registerInvitations } from './family-invitations.js';
import { FAMILY_FIELDS, MEMBERSHIP_FIELDS, NEW_FAMILY_FIELDS } from './record-fields.js';

const PREMIUM = choicesOf(FAMILY_FIELDS, 'premiumType');
const MEMBER = choicesOf(MEMBERSHIP_FIELDS, 'accountType');
const COLUMNS: readonly Column<FamilySummary>[] = [
  { title: 'id', value: ({ familyId }) => familyId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'premium', value: ({ premiumType }) => PREMIUM[premiumType] },
  { title: 'members', value: ({ members }) => members },
  { title: 'since', value: ({ createdAt }) => createdAt },
];

export function register(program: Command, context: Context): void {
  const family = program.command('family').description('Manage families and their members.');
  registerReading(family, context);
  registerChanging(family, context);
  registerMembers(family, context);
  registerInvitations(family, context);
}

function registerReading(family: Command, context: Context): void {
  const list = asList(family.command('list').description('List families.'))
    .option('--query <text>', 'beginning of the name')
    .action(async ({ query, ...options }: ListOptions & { query?: string }) => {
      const items = context.api.list<FamilySummary>('/families', { query }, extentOf(options));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    });
  examples(list, { 'hearth family list --query the': 'families whose name begins with "the"' });

  const get = family
    .command('get')
    .description('Show one family with its members.')
    .argument('<id>', 'number of the family')
    .action(async (id: string) => {
      const found = await context.api.get<OneFamilyView>(pathOf(id));
      const { familyId, createdAt, members } = found;
      context.output.item(found, {
        id: familyId,
        ...shownOf(FAMILY_FIELDS, found),
        since: createdAt,
        members: members.map((each) => `${each.name} (${MEMBER[each.accountType]}, ${each.accountId})`),
      });
    });
  examples(get, { 'hearth family get 4': 'its members, founder first' });
}

function registerChanging(family: Command, context: Context): void {
  const create = withFields(
    family.command('create').description('Create a family.'),
    NEW_FAMILY_FIELDS,
    true,
  ).action(async (options: Readonly<Record<string, unknown>>) => {
    const body = valuesOf(NEW_FAMILY_FIELDS, options);
    const created = await context.api.send<OneFamilyView>('POST', '/families', body);
    context.output.done(`Family ${created.familyId} created.`, created);
  });
  examples(create, {
    'hearth family create --name "The Smiths" --founder anna@family.example': 'an existing account founds it',
    'hearth family create --name "The Smiths" --premium premium': 'without members yet',
  });

  const update = withFields(
    family
      .command('update')
      .description('Update the name or the premium type of a family.')
      .argument('<id>', 'number of the family'),
    FAMILY_FIELDS,
    false,
  ).action(async (id: string, options: Readonly<Record<string, unknown>>) => {
    const change = valuesOf(FAMILY_FIELDS, options);
    const updated = await context.api.update<OneFamilyView>(pathOf(id), () => change);
    context.output.done(`Family ${id} updated.`, updated);
  });
  examples(update, { 'hearth family update 4 --premium premium-plus': 'keep its name' });

  const remove = family
    .command('delete')
    .description('Delete a family without members.')
    .argument('<id>', 'number of the family')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, { yes = false }: { yes?: boolean }) => {
      const { name } = await context.api.get<OneFamilyView>(pathOf(id));
      await context.prompt.confirmByName(`The family ${id} (${name}) will be deleted.`, name, yes);
      await context.api.delete(pathOf(id));
      context.output.done(`Family ${id} deleted.`);
    });
  examples(remove, { 'hearth family delete 4 --yes': 'in a script' });
}

function registerMembers(family: Command, context: Context): void {
  const memberPath = async (id: string, which: string): Promise<string> =>
    `${pathOf(id)}/members/${segment(await accountIdOf(context.api, which))}`;
  const put = withFields(
    family
      .command('put-member')
      .description('Add an account to a family, or change its role there.')
      .argument('<id>', 'number of the family')
      .argument('<account>', WHICH),
    MEMBERSHIP_FIELDS,
    true,
  ).action(async (id: string, which: string, options: { as: string }) => {
    const path = await memberPath(id, which);
    const changed = await context.api.send<OneFamilyView>('PUT', path, valuesOf(MEMBERSHIP_FIELDS, options));
    context.output.done(`The account is now ${options.as} of family ${id}.`, changed);
  });
  examples(put, {
    'hearth family put-member 4 ben@family.example --as administrator': 'a family has at most one founder',
  });

  const remove = family
    .command('remove-member')
    .description('Remove an account from a family.')
    .argument('<id>', 'number of the family')
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      await context.api.send('DELETE', await memberPath(id, which));
      context.output.done(`Account removed from family ${id}.`);
    });
  examples(remove, { 'hearth family remove-member 4 ben@family.example': 'the account itself is kept' });
}

function pathOf(id: string): string {
  return `/families/${segment(id)}`;
}
