import { HandOverSection, Invite, Leave } from './family-forms.page.js';
import type { TFunction } from 'i18next';
import { mayAct, ROLE_NAMES, type FamilyAct } from '../../identity/families/family-rules.js';
import { ButtonForm, FormDone } from '../../platform/pages/form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection } from '../frame/account-frame.js';
import type { FormOutcome } from '../frame/form-outcome.js';
import type { FamilySeen } from './family-views.js';
import { Initials } from './initials.js';
import type { FamilyView } from '../../identity/accounts/account-information.view.js';
import type { FamilyDone, InviteForm, RenameForm } from './family-forms.js';
import {
  Dissolve,
  FamilyName,
  FamilyPicture,
  FamilyServices,
  FamilyStrangers,
} from './family-settings.page.js';
import { isManageable, mayDissolve } from './member-management.page.js';

export interface FamilyPageProps {
  readonly family: FamilySeen;
  /** The page's owner. */
  readonly accountId: string;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
  readonly invite?: FormOutcome<InviteForm>;
  readonly picture?: FormOutcome;
  readonly leave?: FormOutcome;
  readonly handOver?: FormOutcome;
  readonly rename?: FormOutcome<RenameForm>;
  readonly services?: FormOutcome;
  readonly strangers?: FormOutcome;
  /** The form that was done before the redirect to this page. */
  readonly done?: FamilyDone;
}

interface PartProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly props: FamilyPageProps;
}

/** The families of a person. */
export function familiesPage(
  reader: Reader,
  families: readonly FamilyView[],
  done?: 'families.dissolved',
): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'families',
    children: (
      <section class="card">
        <FormDone>{done && t(done)}</FormDone>
        {families.length === 0 && <p class="hint">{t('families.none')}</p>}
        <ul class="rows">
          {families.map(({ familyId, familyName, pictureURIs: [picture] }) => (
            <li key={familyId}>
              <Initials name={familyName} picture={picture && new URL(picture).pathname} />
              <div>
                <a href={`/account/families/${familyId}`}>{familyName}</a>
              </div>
            </li>
          ))}
        </ul>
      </section>
    ),
  });
}

/** A family: its members, its invitations, and the forms that the reader's role allows (D236). */
export function familyPage(reader: Reader, props: FamilyPageProps): string {
  const t = textsIn(reader.language);
  const { family, accountId, done } = props;
  const may = (act: FamilyAct) => mayAct(family.role, act);
  const others = family.members.filter((member) => member.accountId !== accountId);
  const part = { t, reader, props };
  return renderSection(reader, {
    section: 'families',
    title: family.name,
    children: (
      <>
        <Members {...part} />
        {may('seeInvitations') && <Invitations {...part} />}
        {may('invite') && <Invite t={t} family={family} proof={props.proof} outcome={props.invite} />}
        {may('rename') && <FamilyName {...{ t, family, done }} outcome={props.rename} />}
        {may('setPicture') && <FamilyPicture {...{ t, family, done }} outcome={props.picture} />}
        {may('setServices') && <FamilyServices {...{ t, family, done }} outcome={props.services} />}
        {may('setServices') && family.refusesUnregistered !== null && (
          <FamilyStrangers {...{ t, family, done }} outcome={props.strangers} />
        )}
        {may('handOver') && others.length > 0 && (
          <HandOverSection
            t={t}
            reader={reader}
            family={family}
            members={others.filter(({ status }) => status === 'active')}
            proof={props.proof}
            outcome={props.handOver}
          />
        )}
        <Leave t={t} family={family} outcome={props.leave} />
        {mayDissolve(family) && <Dissolve t={t} family={family} />}
      </>
    ),
  });
}

function Members({ t, reader, props: { family, accountId, done } }: PartProps) {
  const { members, pictureKey, name } = family;
  return (
    <section class="card" id="members">
      <h2>
        <Initials name={name} picture={pictureKey === null ? undefined : `/pictures/${pictureKey}.webp`} />{' '}
        {t('families.members')}
      </h2>
      <FormDone>
        {(done === 'handOver' && !mayAct(family.role, 'handOver') && t('families.handedOver')) ||
          (done === 'role' && t('families.roleChanged')) ||
          (done === 'removed' && t('families.removed'))}
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
            <span>
              {t(`families.role.${ROLE_NAMES[member.memberType]}`)}
              {isManageable(family, member) && (
                <>
                  {' · '}
                  <a
                    href={`/account/families/${family.id}/members/${member.accountId}`}
                    aria-label={t('families.manageLabel', { name: member.name })}
                  >
                    {t('families.manage')}
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitations({ t, reader, props: { family, accountId, done } }: PartProps) {
  if (family.invitations.length === 0 && done !== 'withdrawn') return null;
  const [newest] = family.invitations.filter(({ inviterId }) => inviterId === accountId);
  const path = `/account/families/${family.id}/invitations`;
  return (
    <section class="card" id="invitations">
      <h2>{t('families.pending')}</h2>
      <FormDone>
        {(done === 'withdrawn' && t('families.withdrawn')) ||
          (done === 'invited' && newest && t('families.invited', { value: newest.invitedAs }))}
      </FormDone>
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
