import { Field, Select } from '../../platform/pages/form.js';
import { capitalized } from '../../platform/pages/words.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Action, Badge, ButtonLink } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import type { FormErrors, Refused } from '../shell/console/sent-form.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { Moment, sortsAt, TableCard } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import type { ListProps } from '../shell/console/listed.js';
import { State } from '../shell/console/state.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  FAMILY_SETTINGS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
} from '../../identity/families/family.fields.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import { emptyForm, type Typed } from '../../platform/records/typed-form.js';
import { FamilyQuery, MemberForm } from './admin-family.args.js';
import { FamilyPictureCard, HandOverCard } from './family-management.card.js';
import { InvitationsCard } from './family-invitations.card.js';
import type { FamilyInvitationView, FamilySummary, FamilyMemberView, OneFamilyView } from './family.view.js';

const FAMILIES = '/admin/families';
const NEW_FAMILY = '/admin/families/new';

const PREMIUM_TYPES = FAMILY_FIELDS.premiumType.names;
const MEMBER_TYPES = MEMBERSHIP_FIELDS.accountType.names.map(capitalized);
/** The initial values of the form of an invitation. */
const NO_INVITATION = { ...emptyForm(FAMILY_INVITATION_FIELDS), accountType: '0' };

export function adminFamiliesPage(props: ListProps<FamilyQuery, FamilySummary>): string {
  const { query, errors, ...shown } = props;
  const field = fieldsOf(FamilyQuery, query, errors);
  const { query: text, sort = 'name', after } = query;
  const sorts = sortsAt<'name' | 'created'>(FAMILIES, { query: text }, { now: sort, usual: 'name' });
  return renderList({
    ...shown,
    title: 'Families',
    section: 'families',
    path: FAMILIES,
    actions: shown.by.role === 'administrator' && (
      <ButtonLink href={NEW_FAMILY} isPrimary>
        New family
      </ButtonLink>
    ),
    lead: 'Families and their members. Applications create them by provisioning, you here.',
    search: <Field {...field('query')} type="search" isOptional />,
    filters: [field('query')],
    sort: sort === 'name' ? undefined : sort,
    after,
    none: text
      ? 'No families found. Try a shorter name.'
      : 'No families yet. A family is what accounts share calendars, pictures and messages in.',
    keyOf: ({ familyId }) => familyId,
    columns: [
      {
        name: 'Name',
        isText: true,
        sort: sorts('name'),
        cell: ({ familyId, name }) => <a href={addressOfFamily(familyId)}>{name}</a>,
      },
      { name: 'Premium type', cell: ({ premiumType }) => PREMIUM_TYPES[premiumType] },
      { name: 'Members', isNumber: true, cell: ({ members }) => members },
      {
        name: 'Created',
        sort: text ? undefined : sorts('created'),
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
    ],
  });
}

interface NewProps extends Partial<Refused> {
  readonly by: Administrator;
  readonly values: Typed<typeof NEW_FAMILY_FIELDS>;
}

export function newFamilyPage({ values, errors = {}, ...shown }: NewProps): string {
  return renderConsole({
    ...shown,
    title: 'New family',
    section: 'families',
    children: (
      <form method="post" action={NEW_FAMILY} class="card">
        <RecordFields fields={NEW_FAMILY_FIELDS} values={values} errors={errors} />
        <button type="submit">Create family</button>
      </form>
    ),
  });
}

export interface AdminFamilyPageProps extends PageProps {
  readonly family: OneFamilyView;
  readonly etag: string;
  readonly values: Typed<typeof FAMILY_SETTINGS>;
  readonly invitations: readonly FamilyInvitationView[];
  /** The values of the form of members, if it is shown again. */
  readonly member?: MemberForm;
  /** The values of the form of invitations, if it is shown again. */
  readonly invitation?: Typed<typeof FAMILY_INVITATION_FIELDS>;
  /** Errors of the form of invitations. */
  readonly invitationErrors?: FormErrors;
  /** Errors of the form that hands over. */
  readonly handOverErrors?: FormErrors;
  /** Errors of the form of the picture. */
  readonly pictureErrors?: FormErrors;
}

export function adminFamilyPage(props: AdminFamilyPageProps): string {
  const { by, family, invitations, invitation } = props;
  const address = addressOfFamily(family.familyId);
  const isAdministrator = by.role === 'administrator';
  return renderConsole({
    ...props,
    title: family.name,
    section: 'families',
    state: <Badge>{PREMIUM_TYPES[family.premiumType]}</Badge>,
    target: `family:${family.familyId}`,
    children: (
      <>
        <p class="lead">
          Number <Id value={family.familyId} what="the family id" /> · created{' '}
          <Moment at={family.createdAt} />
        </p>
        <div class="split">
          <div>
            <Members {...props} />
            <InvitationsCard
              {...{ by, address, invitations }}
              invitation={invitation ?? NO_INVITATION}
              isOpen={invitation !== undefined || isEmpty(props)}
              errors={props.invitationErrors}
            />
          </div>
          {isAdministrator && (
            <div>
              <Settings {...props} />
              <FamilyPictureCard address={address} family={family} errors={props.pictureErrors} />
            </div>
          )}
        </div>
        {isAdministrator && (
          <DangerZone
            href={`${address}/delete`}
            verb="Delete family"
            about="A family can only be deleted once it has no members. This can’t be undone."
          />
        )}
      </>
    ),
  });
}

/** Whether nobody is in the family or invited: then the forms that fill it are open. */
function isEmpty({ family, invitations }: AdminFamilyPageProps): boolean {
  return family.members.length === 0 && invitations.length === 0;
}

function Members(props: AdminFamilyPageProps) {
  const { by, family, member, errors } = props;
  const field = fieldsOf(MemberForm, member ?? { accountType: 0 }, errors);
  const address = `${addressOfFamily(family.familyId)}/members`;
  const isAdministrator = by.role === 'administrator';
  const remove = ({ accountId, name }: FamilyMemberView) =>
    isAdministrator && <Action to={`${address}/${accountId}/remove`} verb="Remove" what={name} isDanger />;
  return (
    <TableCard
      id="members"
      title="Members"
      none="No members."
      rows={family.members}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          name: 'Name',
          isText: true,
          cell: ({ accountId, name, status }) => (
            <>
              <a href={`/admin/accounts/${accountId}`}>{name}</a>{' '}
              {status !== 'active' && <State of={status} />}
            </>
          ),
        },
        { name: 'Role', cell: ({ accountType }) => MEMBER_TYPES[accountType] },
        { name: 'Action', isAction: true, cell: remove },
      ]}
    >
      {isAdministrator && (
        <details open={member !== undefined || isEmpty(props)}>
          <summary>Add a member or change a role</summary>
          <form method="post" action={address} class="plain">
            <Field
              {...field('account')}
              type="text"
              hint="Its number, e-mail address, phone number or login."
            />
            <Select
              {...field('accountType')}
              options={MEMBER_TYPES.map((word, index) => [String(index), word] as const)}
              hint={MEMBERSHIP_FIELDS.accountType.hint}
            />
            <button type="submit" class="secondary">
              Save member
            </button>
          </form>
        </details>
      )}
      {isAdministrator && (
        <HandOverCard
          address={addressOfFamily(family.familyId)}
          members={family.members}
          errors={props.handOverErrors}
        />
      )}
    </TableCard>
  );
}

function Settings({ family, etag, values, errors = {} }: AdminFamilyPageProps) {
  return (
    <form method="post" action={addressOfFamily(family.familyId)} class="card">
      <h2>Settings</h2>
      <input type="hidden" name="etag" value={etag} />
      <RecordFields fields={FAMILY_SETTINGS} values={values} errors={errors} />
      <button type="submit">Save changes</button>
    </form>
  );
}

export function familyDeletion({ familyId, name }: OneFamilyView): Deletion {
  return {
    section: 'families',
    record: { name, href: addressOfFamily(familyId) },
    verb: 'Delete family',
    about: 'This can’t be undone. A family can only be deleted once it has no members.',
  };
}

export function addressOfFamily(familyId: string): string {
  return `${FAMILIES}/${encodeURIComponent(familyId)}`;
}
