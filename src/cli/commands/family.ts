import { type Command, Option } from 'commander';
import type { FamilySummary, OneFamilyView, FamilyInvitationView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { imageIn } from '../image-file.js';
import { RecordCommands } from '../record-commands.js';
import type { Members } from '../output.js';
import type { Column } from '../table.js';
import { choicesOf, type Options, shownMembers, givenValues, withFields } from '../record-options.js';
import { accountIdOf, WHICH } from './account-lookup.js';
import {
  FAMILY_SETTINGS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
} from './record-fields.js';

const PREMIUM = choicesOf(FAMILY_SETTINGS, 'premiumType');
const MEMBER = choicesOf(MEMBERSHIP_FIELDS, 'accountType');
const COLUMNS: readonly Column<FamilySummary>[] = [
  { title: 'id', value: ({ familyId }) => familyId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'premium', value: ({ premiumType }) => PREMIUM[premiumType] },
  { title: 'members', value: ({ members }) => members },
  { title: 'since', value: ({ createdAt }) => createdAt },
];

const INVITATION_COLUMNS: readonly Column<FamilyInvitationView>[] = [
  { title: 'id', value: ({ invitationId }) => invitationId, isWhole: true },
  { title: 'sent to', value: ({ sentTo }) => sentTo },
  { title: 'name', value: ({ name }) => name },
  { title: 'as', value: ({ accountType }) => MEMBER[accountType] },
  { title: 'account', value: ({ accountId }) => accountId, isWhole: true },
  { title: 'sent', value: ({ createdAt }) => createdAt },
  { title: 'expires', value: ({ expiresAt }) => expiresAt },
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
  registerPicture(families, context);
  registerMembers(families, context);
  registerHandOver(families, context);
  registerInvitations(families, context);
}

function registerCreate(family: Command, context: Context): void {
  const create = withFields(
    family.command('create').description('Create a family.'),
    NEW_FAMILY_FIELDS,
    true,
  ).action(async (options: Options) => {
    const body = givenValues(NEW_FAMILY_FIELDS, options);
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
    families.one('update', 'Update the name, the premium type or the services of a family.'),
    FAMILY_SETTINGS,
    false,
  ).action((id: string, options: Options) =>
    families.change(id, givenValues(FAMILY_SETTINGS, options), 'updated'),
  );
  examples(update, {
    "hearth family update 4 --name 'The Lakes'": 'rename it; whoever runs it is told',
    'hearth family update 4 --no-tasks --photos': 'turn services off and on; all members are told',
  });
}

function registerPicture(families: RecordCommands<FamilySummary, OneFamilyView>, context: Context): void {
  const set = families
    .one('set-picture', 'Set the picture of a family, or remove it.')
    .argument('<file>', 'a JPEG, PNG, GIF or WebP file of at most 5 MiB; "none" removes the picture')
    .action(async (id: string, file: string) => {
      const path = `${families.pathOf(id)}/picture`;
      if (file === 'none') await context.api.send('DELETE', path);
      else await context.api.send('PUT', path, { data: imageIn(file) });
      context.output.done(`Picture of family ${id} ${file === 'none' ? 'removed' : 'saved'}.`);
    });
  examples(set, { 'hearth family set-picture 4 none': 'whoever runs it is told' });
}

function registerHandOver(families: RecordCommands<FamilySummary, OneFamilyView>, context: Context): void {
  const handOver = families
    .one('hand-over', 'Make another member the founder; the founder becomes an administrator.')
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      const accountId = await accountIdOf(context.api, which);
      const path = `${families.pathOf(id)}/hand-over`;
      const changed = await context.api.send<OneFamilyView>('POST', path, { accountId });
      context.output.done(`Account ${accountId} is now the founder of family ${id}.`, changed);
    });
  examples(handOver, { 'hearth family hand-over 4 ben@family.example': 'at once; both are told' });
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
    const changed = await context.api.send<OneFamilyView>(
      'PUT',
      path,
      givenValues(MEMBERSHIP_FIELDS, options),
    );
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
    ...shownMembers(FAMILY_SETTINGS, family),
    picture: family.pictureUrl,
    since: family.createdAt,
    members: family.members.map((each) => `${each.name} (${MEMBER[each.accountType]}, ${each.accountId})`),
  };
}

function registerInvitations(families: RecordCommands<FamilySummary, OneFamilyView>, context: Context): void {
  const invite = withFields(
    families.one('invite', 'Invite a person without an account to a family, by e-mail.'),
    FAMILY_INVITATION_FIELDS,
    true,
  ).action(async (id: string, options: Options) => {
    const body = givenValues(FAMILY_INVITATION_FIELDS, options);
    const made = await context.api.send<FamilyInvitationView>('POST', invitationsOf(id), body);
    context.output.done(`Invitation to ${made.sentTo} queued: account ${made.accountId}.`, made);
  });
  examples(invite, {
    'hearth family invite 4 --email mia@family.example --name Mia --locale de': 'in German, as a member',
  });

  const list = families
    .one('invitations', 'List the pending invitations to a family.')
    .action(async (id: string) => {
      await context.output.list(
        INVITATION_COLUMNS,
        context.api.list<FamilyInvitationView>(invitationsOf(id), {}, { limit: Infinity }),
      );
    });
  examples(list, { 'hearth family invitations 4': 'those that can still be accepted' });

  const withdraw = families
    .one(
      'withdraw-invitation',
      'Withdraw a pending invitation: its link stops working, and the person leaves the family.',
    )
    .argument('<invitation>', 'id of the invitation, or the address that it was sent to')
    .action(async (id: string, which: string) => {
      await context.api.send(
        'DELETE',
        `${invitationsOf(id)}/${segment(await invitationOf(context, id, which))}`,
      );
      context.output.done('Invitation withdrawn.');
    });
  examples(withdraw, {
    'hearth family withdraw-invitation 4 mia@family.example': 'an account that only it had made is deleted',
  });
}

async function invitationOf({ api }: Context, id: string, which: string): Promise<string> {
  const sentTo = which.toLowerCase();
  for await (const each of api.list<FamilyInvitationView>(invitationsOf(id), {}, { limit: Infinity }))
    if (each.sentTo.toLowerCase() === sentTo) return each.invitationId;
  return which;
}

function invitationsOf(id: string): string {
  return `/families/${segment(id)}/invitations`;
}
