import type { TFunction } from 'i18next';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { rolesFor } from '../../identity/families/family-rules.js';
import type { MemberView } from '../../identity/families/family-members.js';
import { ButtonForm, Field, Select, Submit } from '../../platform/pages/form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { exactTime } from '../../platform/pages/when.js';
import { typedFields } from '../../platform/pages/page-errors.js';
import { FormProblem, type FormOutcome } from '../frame/form-outcome.js';
import { ProveFirst } from '../frame/prove-first.js';
import type { InviteForm } from './family-forms.js';
import type { FamilySeen } from './family-views.js';

interface InviteProps {
  readonly t: TFunction;
  readonly family: FamilySeen;
  readonly proof: string | null;
  readonly outcome: FormOutcome<InviteForm> | undefined;
}

/** Invites a person, with or without an account. */
export function Invite({ t, family: { id, role }, proof, outcome }: InviteProps) {
  const { values, errors } = outcome ?? {};
  const field = typedFields(t, errors, values ?? { role: 'member' });
  const roles = rolesFor(role, 'invite').map((name) => [name, t(`families.role.${name}`)] as const);
  return (
    <section class="card" id="invite">
      <h2>{t('families.invite')}</h2>
      <FormProblem t={t} errors={errors} />
      <ProveFirst t={t} path={proof}>
        <form method="post" action={`/account/families/${id}/invite#invite`} class="plain">
          <Field {...field('name')} label={t('families.inviteName')} type="text" />
          <Field
            {...field('address')}
            label={t('account.address')}
            type="text"
            hint={t('families.inviteHint')}
          />
          <Select {...field('role')} label={t('families.roleLabel')} options={roles} />
          <button type="submit">{t('families.inviteSubmit')}</button>
        </form>
      </ProveFirst>
    </section>
  );
}

interface HandOverProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly family: FamilySeen;
  /** The members who may become the founder. */
  readonly members: readonly MemberView[];
  readonly proof: string | null;
  readonly outcome: FormOutcome | undefined;
}

/** Makes another member the founder, and stops a pending hand-over (D335). */
export function HandOverSection({ t, reader, family, members, proof, outcome }: HandOverProps) {
  const { id, handOver } = family;
  const field = typedFields(t, outcome?.errors);
  const options = members.map(({ accountId, name }) => [accountId, name] as const);
  return (
    <section class="card" id="hand-over">
      <h2>{t('families.handOver')}</h2>
      {handOver && (
        <form method="post" action={`/account/families/${id}/hand-over/stop`} class="plain">
          <p role="status" class="notice">
            {t('families.handOverWaits', {
              name: handOver.nextName,
              date: exactTime(reader, handOver.beginsAt),
            })}
          </p>
          <Submit class="secondary">{t('recovery.stop')}</Submit>
        </form>
      )}
      <p class="hint">{t('families.handOverHint')}</p>
      <p class="hint">{t('families.handOverWait')}</p>
      <FormProblem t={t} errors={outcome?.errors} />
      <ProveFirst t={t} path={proof}>
        <form method="post" action={`/account/families/${id}/hand-over#hand-over`} class="plain">
          <Select
            {...field('to')}
            label={t('families.handOverTo')}
            options={[['', t('families.choose')], ...options]}
          />
          <Submit class="danger outline">{t('families.handOver')}</Submit>
        </form>
      </ProveFirst>
    </section>
  );
}

interface LeaveProps {
  readonly t: TFunction;
  readonly family: FamilySeen;
  readonly outcome: FormOutcome | undefined;
}

/** Leaves the family; the founder has to hand it over first. */
export function Leave({ t, family, outcome }: LeaveProps) {
  const stays = family.role === MemberType.founder && family.members.length > 1;
  return (
    <section class="card" id="leave">
      <h2>{t('families.leave')}</h2>
      <p class="hint">
        {t(stays ? 'errors.founderStays' : 'families.leaveHint')}{' '}
        {stays && <a href="#hand-over">{t('families.handOver')}</a>}
      </p>
      <FormProblem t={t} errors={outcome?.errors} />
      {!stays && (
        <ButtonForm action={`/account/families/${family.id}/leave#leave`} class="danger outline">
          {t('families.leave')}
        </ButtonForm>
      )}
    </section>
  );
}
