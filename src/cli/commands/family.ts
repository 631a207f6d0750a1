import { type Command, Option } from 'commander';
import type { FamilySummary, OneFamilyView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import type { Members } from '../output.js';
import type { Column } from '../table.js';
import { choicesOf, type Options, shownOf, valuesOf, withFields } from '../record-options.js';
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
  const families = new RecordCommands<FamilySummary, OneFamilyView>(family, context, {
    noun: 'family',
    path: '/families',
    id: ['<id>', 'number of the family'],
    columns: COLUMNS,
    shown,
  });
  families.list(
    'List families.',
    { 'hearth family list --query the': 'families whose name begins with "the"' },
    [new Option('--query <text>', 'beginning of the name')],
  );
  families.get('Show one family with its members.', { 'hearth family get 4': 'its members, founder first' });
  registerCreate(family, context);
  registerUpdate(families);
  families.delete(
    'Delete a family without members.',
    { 'hearth family delete 4 --yes': 'in a script' },
    ({ name }) => name,
  );
  registerMembers(families, context);
  registerInvitations(families, context);
}

function registerCreate(family: Command, context: Context): void {
  const create = withFields(
    family.command('create').description('Create a family.'),
    NEW_FAMILY_FIELDS,
    true,
  ).action(async (options: Options) => {
    const body = valuesOf(NEW_FAMILY_FIELDS, options);
    const created = await context.api.send<OneFamilyView>('POST', '/families', body);
    context.output.done(`Family ${created.familyId} created.`, created);
  });
  examples(create, {
    'hearth family create --name "The Smiths" --founder anna@family.example': 'an existing account founds it',
    'hearth family create --name "The Smiths" --premium premium': 'without members yet',
  });
}

/** Unlike an update of other records, one of nothing is no error. */
function registerUpdate(families: RecordCommands<FamilySummary, OneFamilyView>): void {
  const update = withFields(
    families.one('update', 'Update the name or the premium type of a family.'),
    FAMILY_FIELDS,
    false,
  ).action((id: string, options: Options) =>
    families.change(id, valuesOf(FAMILY_FIELDS, options), 'updated'),
  );
  examples(update, { 'hearth family update 4 --premium premium-plus': 'keep its name' });
}

function registerMembers(families: RecordCommands<FamilySummary, OneFamilyView>, context: Context): void {
  const memberPath = async (id: string, which: string): Promise<string> =>
    `${families.pathOf(id)}/members/${segment(await accountIdOf(context.api, which))}`;
  const put = withFields(
    families
      .one('put-member', 'Add an account to a family, or change its role there.')
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

  const remove = families
    .one('remove-member', 'Remove an account from a family.')
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      await context.api.send('DELETE', await memberPath(id, which));
      context.output.done(`Account removed from family ${id}.`);
    });
  examples(remove, { 'hearth family remove-member 4 ben@family.example': 'the account itself is kept' });
}

function shown(family: OneFamilyView): Members {
  return {
    id: family.familyId,
    ...shownOf(FAMILY_FIELDS, family),
    since: family.createdAt,
    members: family.members.map((each) => `${each.name} (${MEMBER[each.accountType]}, ${each.accountId})`),
  };
}
