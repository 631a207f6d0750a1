import type { PageProps } from '../shell/console/console-frame.js';
import { FAMILY_INVITATION_FIELDS, MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { capitalized } from '../../platform/pages/words.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { Typed } from '../../platform/records/typed-form.js';
import { Action } from '../shell/console/actions.js';
import { Moment, TableCard, Words } from '../shell/console/list.js';
import type { FamilyInvitationView } from './family.view.js';

const MEMBER_TYPES = MEMBERSHIP_FIELDS.accountType.names.map(capitalized);

interface InvitationsProps extends PageProps {
  /** The path of the family's page. */
  readonly address: string;
  readonly invitations: readonly FamilyInvitationView[];
  /** The initial values, or what was typed. */
  readonly invitation: Typed<typeof FAMILY_INVITATION_FIELDS>;
  /** Whether the form is shown again. */
  readonly isOpen: boolean;
}

/** Pending invitations to a family, and the form of a new one. */
export function InvitationsCard({
  by,
  address,
  invitations,
  invitation,
  isOpen,
  errors = {},
}: InvitationsProps) {
  const isAdministrator = by.role === 'administrator';
  const withdraw = ({ invitationId, sentTo }: FamilyInvitationView) =>
    isAdministrator && (
      <Action
        to={`${address}/invitations/${invitationId}/withdraw`}
        verb="Withdraw"
        what={`the invitation to ${sentTo}`}
        isDanger
      />
    );
  return (
    <TableCard
      id="invitations"
      title="Pending invitations"
      none="No pending invitations."
      rows={invitations}
      keyOf={({ invitationId }) => invitationId}
      columns={[
        {
          name: 'Sent to',
          isText: true,
          cell: ({ accountId, sentTo }) => (
            <a href={`/admin/accounts/${accountId}`}>
              <Words of={sentTo} />
            </a>
          ),
        },
        { name: 'Role', cell: ({ accountType }) => MEMBER_TYPES[accountType] },
        { name: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        { name: 'Action', isAction: true, cell: withdraw },
      ]}
    >
      {isAdministrator && (
        <details open={isOpen}>
          <summary>Invite someone by e-mail</summary>
          <p class="quiet">
            For a person without an account: Hearth creates one, which is pending until the person has chosen
            a password. Whoever has an account is added as a member above.
          </p>
          <form method="post" action={`${address}/invitations`} class="plain">
            <RecordFields
              fields={FAMILY_INVITATION_FIELDS}
              values={invitation}
              errors={errors}
              idPrefix="invite-"
            />
            <button type="submit" class="secondary">
              Send invitation
            </button>
          </form>
        </details>
      )}
    </TableCard>
  );
}
