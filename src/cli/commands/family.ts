import { type Command, Option } from 'commander';
import type { FamilySummary, OneFamilyView, FamilyInvitationView } from '../api-types.js';
import { segment } from '../api-client.js';
import type { Context } from '../context.js';
import { imageIn } from '../image-file.js';
import { RecordCommands } from '../record-commands.js';
import { type Members, type Column, columns } from '../output.js';
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
  ...columns<FamilySummary>(['id:familyId'], ['name']),
  { title: 'premium', value: ({ premiumType }) => PREMIUM[premiumType] },
  ...columns<FamilySummary>([], ['members', 'since:createdAt']),
];
const INVITATION_COLUMNS: readonly Column<FamilyInvitationView>[] = [
  ...columns<FamilyInvitationView>(['id:invitationId'], ['sent to:sentTo', 'name']),
  { title: 'as', value: ({ accountType }) => MEMBER[accountType] },
  ...columns<FamilyInvitationView>(['account:accountId'], ['sent:createdAt', 'expires:expiresAt']),
];

export function register(program: Command, context: Context): void {
  const parent = program.command('family').description('Manage families and their members.');
  const families = new RecordCommands(parent, context, {
    noun: 'family',
    path: '/families',
    id: ['<id>', 'number of the family'],
  });
  families.list(
    'List families.',
    COLUMNS,
    { 'hearth family list --query the': 'families whose name begins with "the"' },
    [new Option('--query <text>', 'beginning of the name')],
  );
  families.get('Show one family with its members.', shown, {
    'hearth family get 4': 'its members, founder first',
  });
  families.create<OneFamilyView>(
    'Create a family.',
    {
      fields: NEW_FAMILY_FIELDS,
      tell: (made) => context.output.done(`Family ${made.familyId} created.`, made),
    },
    {
      'hearth family create --name "The Smiths" --founder anna@family.example':
        'an existing account founds it',
      'hearth family create --name "The Smiths" --premium premium': 'without members yet',
    },
  );
  registerUpdate(families);
  families.delete<OneFamilyView>(
    'Delete a family without members.',
    { 'hearth family delete 4 --yes': 'in a script' },
    ({ name }) => name,
  );
  registerPicture(families, context);
  registerMembers(families, context);
  registerHandOver(families, context);
  registerInvitations(families, context);
}

/** Unlike an update of other records, one of nothing is no error. */
function registerUpdate(families: RecordCommands): void {
  const about = 'Update the name, the premium type or the services of a family.';
  const update = families.one('update', about, {
    "hearth family update 4 --name 'The Lakes'": 'rename it; whoever runs it is told',
    'hearth family update 4 --no-tasks --photos': 'turn services off and on; all members are told',
  });
  withFields(update, FAMILY_SETTINGS, false).action((id: string, options: Options) =>
    families.change(id, givenValues(FAMILY_SETTINGS, options), 'updated'),
  );
}

function registerPicture(families: RecordCommands, context: Context): void {
  families
    .one('set-picture', 'Set the picture of a family, or remove it.', {
      'hearth family set-picture 4 none': 'whoever runs it is told',
    })
    .argument('<file>', 'a JPEG, PNG, GIF or WebP file of at most 5 MiB; "none" removes the picture')
    .action(async (id: string, file: string) => {
      const path = `${await families.pathOf(id)}/picture`;
      if (file === 'none') await context.api.send('DELETE', path);
      else await context.api.send('PUT', path, { data: imageIn(file) });
      context.output.done(`Picture of family ${id} ${file === 'none' ? 'removed' : 'saved'}.`);
    });
}

function registerHandOver(families: RecordCommands, context: Context): void {
  families
    .one('hand-over', 'Make another member the founder; the founder becomes an administrator.', {
      'hearth family hand-over 4 ben@family.example': 'at once; both are told',
    })
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      const accountId = await accountIdOf(context.api, which);
      const path = `${await families.pathOf(id)}/hand-over`;
      const changed = await context.api.post<OneFamilyView>(path, { accountId });
      context.output.done(`Account ${accountId} is now the founder of family ${id}.`, changed);
    });
}

function registerMembers(families: RecordCommands, context: Context): void {
  const memberPath = async (id: string, which: string): Promise<string> =>
    `${await families.pathOf(id)}/members/${segment(await accountIdOf(context.api, which))}`;
  const put = families
    .one('put-member', 'Add an account to a family, or change its role there.', {
      'hearth family put-member 4 ben@family.example --as administrator': 'a family has at most one founder',
    })
    .argument('<account>', WHICH);
  withFields(put, MEMBERSHIP_FIELDS, true).action(
    async (id: string, which: string, options: { as: string }) => {
      const body = givenValues(MEMBERSHIP_FIELDS, options);
      const changed = await context.api.send<OneFamilyView>('PUT', await memberPath(id, which), body);
      context.output.done(`The account is now ${options.as} of family ${id}.`, changed);
    },
  );
  families
    .one('remove-member', 'Remove an account from a family.', {
      'hearth family remove-member 4 ben@family.example': 'the account itself is kept',
    })
    .argument('<account>', WHICH)
    .action(async (id: string, which: string) => {
      await context.api.send('DELETE', await memberPath(id, which));
      context.output.done(`Account removed from family ${id}.`);
    });
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

function registerInvitations(families: RecordCommands, context: Context): void {
  const invite = families.one('invite', 'Invite a person without an account to a family, by e-mail.', {
    'hearth family invite 4 --email mia@family.example --name Mia --locale de': 'in German, as a member',
  });
  withFields(invite, FAMILY_INVITATION_FIELDS, true).action(async (id: string, options: Options) => {
    const body = givenValues(FAMILY_INVITATION_FIELDS, options);
    const made = await context.api.post<FamilyInvitationView>(invitationsOf(id), body);
    context.output.done(`Invitation to ${made.sentTo} queued: account ${made.accountId}.`, made);
  });
  families.parts<FamilyInvitationView>(
    'invitations',
    'List the pending invitations to a family.',
    { part: '/invitations', columns: INVITATION_COLUMNS },
    { 'hearth family invitations 4': 'those that can still be accepted' },
  );
  families
    .one(
      'withdraw-invitation',
      'Withdraw a pending invitation: its link stops working, and the person leaves the family.',
      {
        'hearth family withdraw-invitation 4 mia@family.example':
          'an account that only it had made is deleted',
      },
    )
    .argument('<invitation>', 'id of the invitation, or the address that it was sent to')
    .action(async (id: string, which: string) => {
      const invitation = await invitationOf(context, id, which);
      await context.api.send('DELETE', `${invitationsOf(id)}/${segment(invitation)}`);
      context.output.done('Invitation withdrawn.');
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
