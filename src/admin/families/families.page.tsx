import { Field, Select } from '../../platform/pages/form.js';
import { capitalized } from '../../platform/pages/words.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Action, Badge, ButtonLink } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole } from '../shell/console/frame.js';
import { ActiveFilters, Empty, Moment, Pager, Search, sortsAt, Table } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import type { ListPage } from '../shell/paging.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  MEMBERSHIP_FIELDS,
} from '../../identity/families/family.fields.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import { emptyForm, type Typed } from '../../platform/records/form.js';
import { FamilyQuery, MemberForm } from './family.args.js';
import { Invitations } from './family-invitations.card.js';
import type { FamilyInvitationView, FamilySummary, MemberView, OneFamilyView } from './family.view.js';
import { NEW_FAMILY } from './new-family.page.js';

const FAMILIES = '/admin/families';

const PREMIUM_TYPES = FAMILY_FIELDS.premiumType.names;
const MEMBER_TYPES = MEMBERSHIP_FIELDS.accountType.names.map(capitalized);
/** The form of an invitation to begin with. */
const NO_INVITATION = { ...emptyForm(FAMILY_INVITATION_FIELDS), accountType: '0' };

interface ListProps {
  readonly by: Administrator;
  readonly page: ListPage<FamilySummary>;
  readonly query: FamilyQuery;
  readonly done?: string;
  readonly errors?: FormErrors;
  readonly problem?: string;
}

export function familiesPage({ by, page, query, done, errors, problem }: ListProps): string {
  const field = fieldsOf(FamilyQuery, query, errors);
  const { query: text, sort = 'name', after } = query;
  const sorts = sortsAt<'name' | 'created'>(FAMILIES, { query: text }, { now: sort, usual: 'name' });
  return renderConsole({
    title: 'Families',
    section: 'families',
    by,
    done,
    problem,
    actions: by.role === 'administrator' && (
      <ButtonLink href={NEW_FAMILY} isPrimary>
        New family
      </ButtonLink>
    ),
    children: (
      <>
        <p class="lead">Families and their members. Applications create them by provisioning, you here.</p>
        <Search action={FAMILIES}>
          <Field {...field('query')} type="search" isOptional />
        </Search>
        <ActiveFilters
          path={FAMILIES}
          query={{ query: text }}
          filters={[{ name: 'query', label: 'Name begins with', shown: text }]}
        />
        {page.items.length === 0 ? (
          <Empty>
            {text
              ? 'No families found. Try a shorter name.'
              : 'No families yet. A family is what accounts share calendars, pictures and messages in.'}
          </Empty>
        ) : (
          <Table
            caption="Families"
            rows={page.items}
            keyOf={({ familyId }) => familyId}
            columns={[
              {
                name: 'Name',
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
            ]}
          />
        )}
        <Pager
          path={FAMILIES}
          query={{ query: text, sort: sort === 'name' ? undefined : sort, after }}
          next={page.next}
        />
      </>
    ),
  });
}

export interface FamilyPageProps {
  readonly by: Administrator;
  readonly family: OneFamilyView;
  readonly etag: string;
  readonly values: Typed<typeof FAMILY_FIELDS>;
  readonly invitations: readonly FamilyInvitationView[];
  /** What was typed into the form of members. */
  readonly member?: MemberForm;
  /** What was typed into the form of invitations. */
  readonly invitation?: Typed<typeof FAMILY_INVITATION_FIELDS>;
  readonly errors?: FormErrors;
  /** Errors of the form of invitations. */
  readonly invitationErrors?: FormErrors;
  readonly problem?: string;
  readonly done?: string;
}

export function familyPage(props: FamilyPageProps): string {
  const { by, family, invitations, invitation, done, problem } = props;
  const address = addressOfFamily(family.familyId);
  const isAdministrator = by.role === 'administrator';
  return renderConsole({
    title: family.name,
    section: 'families',
    by,
    state: <Badge>{PREMIUM_TYPES[family.premiumType]}</Badge>,
    done,
    target: `family:${family.familyId}`,
    problem,
    children: (
      <>
        <p class="lead">
          Number <Id value={family.familyId} what="the family id" /> · created{' '}
          <Moment at={family.createdAt} />
        </p>
        <div class="split">
          <div>
            <Members {...props} />
            <Invitations
              {...{ by, address, invitations }}
              invitation={invitation ?? NO_INVITATION}
              isOpen={invitation !== undefined}
              errors={props.invitationErrors}
            />
          </div>
          {isAdministrator && <Settings {...props} />}
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

function Members({ by, family, member, errors }: FamilyPageProps) {
  const field = fieldsOf(MemberForm, member ?? { accountType: 0 }, errors);
  const address = `${addressOfFamily(family.familyId)}/members`;
  const isAdministrator = by.role === 'administrator';
  const remove = ({ accountId, name }: MemberView) =>
    isAdministrator && <Action to={`${address}/${accountId}/remove`} verb="Remove" what={name} isDanger />;
  return (
    <section class="card" aria-labelledby="members">
      <h2 id="members">Members</h2>
      {family.members.length === 0 ? (
        <p class="quiet">No members.</p>
      ) : (
        <Table
          caption="Members"
          rows={family.members}
          keyOf={({ accountId }) => accountId}
          columns={[
            {
              name: 'Name',
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
        />
      )}
      {isAdministrator && (
        <details open={member !== undefined}>
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
    </section>
  );
}

function Settings({ family, etag, values, errors = {} }: FamilyPageProps) {
  return (
    <form method="post" action={addressOfFamily(family.familyId)} class="card">
      <h2>Settings</h2>
      <input type="hidden" name="etag" value={etag} />
      <RecordFields fields={FAMILY_FIELDS} values={values} errors={errors} />
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
