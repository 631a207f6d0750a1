import type { FamilyInvitationView, FamilySummary, OneFamilyView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import type { RecordCommands } from '../record-commands.js';
import type { Column } from '../table.js';
import { choicesOf, type Options, valuesOf, withFields } from '../record-options.js';
import { FAMILY_INVITATION_FIELDS, MEMBERSHIP_FIELDS } from './record-fields.js';

const MEMBER = choicesOf(MEMBERSHIP_FIELDS, 'accountType');
const COLUMNS: readonly Column<FamilyInvitationView>[] = [
  { title: 'id', value: ({ invitationId }) => invitationId, isWhole: true },
  { title: 'sent to', value: ({ sentTo }) => sentTo },
  { title: 'name', value: ({ name }) => name },
  { title: 'as', value: ({ accountType }) => MEMBER[accountType] },
  { title: 'account', value: ({ accountId }) => accountId, isWhole: true },
  { title: 'sent', value: ({ createdAt }) => createdAt },
  { title: 'expires', value: ({ expiresAt }) => expiresAt },
];

export function registerInvitations(
  families: RecordCommands<FamilySummary, OneFamilyView>,
  context: Context,
): void {
  const invite = withFields(
    families.one('invite', 'Invite a person without an account to a family, by e-mail.'),
    FAMILY_INVITATION_FIELDS,
    true,
  ).action(async (id: string, options: Options) => {
    const body = valuesOf(FAMILY_INVITATION_FIELDS, options);
    const made = await context.api.send<FamilyInvitationView>('POST', pathOf(id), body);
    context.output.done(`Invitation to ${made.sentTo} queued: account ${made.accountId}.`, made);
  });
  examples(invite, {
    'hearth family invite 4 --email mia@family.example --name Mia --locale de': 'in German, as a member',
  });

  const list = families
    .one('invitations', 'List the pending invitations to a family.')
    .action(async (id: string) => {
      await context.output.list(
        COLUMNS,
        context.api.list<FamilyInvitationView>(pathOf(id), {}, { limit: Infinity }),
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
      await context.api.send('DELETE', `${pathOf(id)}/${segment(await invitationOf(context, id, which))}`);
      context.output.done('Invitation withdrawn.');
    });
  examples(withdraw, {
    'hearth family withdraw-invitation 4 mia@family.example': 'an account that only it had made is deleted',
  });
}

async function invitationOf({ api }: Context, id: string, which: string): Promise<string> {
  const sentTo = which.toLowerCase();
  for await (const each of api.list<FamilyInvitationView>(pathOf(id), {}, { limit: Infinity }))
    if (each.sentTo.toLowerCase() === sentTo) return each.invitationId;
  return which;
}

function pathOf(id: string): string {
  return `/families/${segment(id)}/invitations`;
}
