import type { TFunction } from 'i18next';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { ButtonForm, FileField, FormDone, Submit } from '../../platform/pages/form.js';
import { errorTexts } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection } from '../frame/account-frame.js';
import type { FormOutcome } from '../frame/form-outcome.js';
import { HandOver, Invite, Leave, type Typed } from './family-forms.page.js';
import type { FamilySeen } from './family-views.js';
import { Initials } from './initials.js';

const ROLES = ['member', 'administrator', 'founder'] as const;

export interface FamilyPageProps {
  readonly family: FamilySeen;
  /** Whose page it is. */
  readonly accountId: string;
  /** Where one shows first who one is; null: that was lately. */
  readonly proof: string | null;
  readonly invite?: FormOutcome<Typed>;
  /** An invitation was withdrawn just now. */
  readonly isWithdrawn?: boolean;
  readonly picture?: FormOutcome;
  readonly leave?: FormOutcome;
  readonly handOver?: FormOutcome;
}

interface PartProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly props: FamilyPageProps;
}

/** A family: its members, who invited whom, and what its reader's role allows (D236). */
export function familyPage(reader: Reader, props: FamilyPageProps): string {
  const t = textsIn(reader.language);
  const { family, accountId } = props;
  const mayInvite = family.role >= MemberType.administrator;
  const others = family.members.filter((member) => member.accountId !== accountId);
  const part = { t, reader, props };
  return renderSection(reader, {
    section: 'families',
    title: family.name,
    children: (
      <>
        <Members {...part} />
        {mayInvite && <Invitations {...part} />}
        {mayInvite && <Invite t={t} family={family} proof={props.proof} outcome={props.invite} />}
        {mayInvite && <Picture {...part} />}
        {family.role === MemberType.founder && others.length > 0 && (
          <HandOver
            t={t}
            reader={reader}
            family={family}
            members={others.filter(({ status }) => status === 'active')}
            proof={props.proof}
            outcome={props.handOver}
          />
        )}
        <Leave t={t} family={family} outcome={props.leave} />
      </>
    ),
  });
}

function Members({ t, reader, props: { family, accountId, handOver } }: PartProps) {
  const { members, pictureKey, name } = family;
  return (
    <section class="card" id="members">
      <h2>
        <Initials name={name} picture={pictureKey === null ? undefined : `/pictures/${pictureKey}.webp`} />{' '}
        {t('families.members')}
      </h2>
      <FormDone>
        {handOver?.isDone && family.role !== MemberType.founder && t('families.handedOver')}
      </FormDone>
      <ul class="rows">
        {members.map((member) => (
          <li key={member.accountId}>
            <Initials name={member.name} />
            <div>
              <strong>{member.name}</strong>{' '}
              {member.accountId === accountId && <span class="tag">{t('families.you')}</span>}
              <div class="hint">
                {t('families.since', { date: exactDay(reader, member.since) })}
                {member.inviterName !== null && ` · ${t('families.invitedBy', { name: member.inviterName })}`}
              </div>
            </div>
            <span>{t(`families.role.${ROLES[member.memberType]}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitations({ t, reader, props: { family, isWithdrawn = false } }: PartProps) {
  if (family.invitations.length === 0 && !isWithdrawn) return null;
  const path = `/account/families/${family.id}/invitations`;
  return (
    <section class="card" id="invitations">
      <h2>{t('families.pending')}</h2>
      <FormDone>{isWithdrawn && t('families.withdrawn')}</FormDone>
      <ul class="rows">
        {family.invitations.map(({ id, invitedAs, inviterName, expiresAt, mayWithdraw }) => (
          <li key={id}>
            <div>
              {invitedAs}
              <div class="hint">
                {t('families.invitedBy', { name: inviterName })} ·{' '}
                {t('families.until', { date: exactDay(reader, expiresAt) })}
              </div>
            </div>
            {mayWithdraw && (
              <ButtonForm
                action={`${path}/${id}/withdraw#invitations`}
                class="danger outline small"
                aria-label={t('families.withdrawLabel', { value: invitedAs })}
              >
                {t('families.withdraw')}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ t, props: { family, picture } }: PartProps) {
  const { isDone, errors } = picture ?? {};
  const errorAt = errorTexts(t, errors);
  return (
    <section class="card" id="picture">
      <h2>{t('families.picture')}</h2>
      <FormDone>{isDone && t('families.pictureSaved')}</FormDone>
      <form
        method="post"
        action={`/account/families/${family.id}/picture#picture`}
        enctype="multipart/form-data"
        class="plain"
      >
        <FileField
          name="file"
          label={t('families.pictureFile')}
          accept="image/*"
          hint={t('families.pictureHint')}
          error={errorAt('file')}
        />
        <Submit class="secondary">{t('families.pictureSave')}</Submit>
      </form>
    </section>
  );
}
