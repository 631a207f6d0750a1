import type { MemberView } from '../../identity/families/family-members.js';
import { mayAct, ROLE_NAMES } from '../../identity/families/family-rules.js';
import { FormError, Submit } from '../../platform/pages/form.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type { FamilySeen } from './family-views.js';

interface ManagementProps {
  readonly family: FamilySeen;
  readonly member: MemberView;
  readonly error?: ErrorKey;
}

/** Acts on another member that the page offers, but for handing over. */
const OFFERED = ['makeAdministrator', 'makeMember', 'removeMember'] as const;

/** Whether the reader may do anything to the member here. */
export function isManageable({ role }: FamilySeen, { memberType }: MemberView): boolean {
  return OFFERED.some((act) => mayAct(role, act, memberType));
}

/** Whether the page offers to delete the family. */
export function mayDissolve({ role, members }: FamilySeen): boolean {
  return mayAct(role, 'dissolve') && members.length === 1;
}

/** A member, with what the reader's role may change: the role, or that it is a member at all. */
export function memberPage(reader: Reader, { family, member, error }: ManagementProps): string {
  const t = textsIn(reader.language);
  const { name, memberType } = member;
  const path = `/account/families/${family.id}/members/${member.accountId}`;
  const may = (act: (typeof OFFERED)[number]) => mayAct(family.role, act, memberType);
  const role = may('makeAdministrator') ? 'makeAdministrator' : may('makeMember') ? 'makeMember' : null;
  return stepPage({
    reader,
    title: name,
    lead: `${family.name} · ${t(`families.role.${ROLE_NAMES[memberType]}`)}`,
    children: (
      <>
        <FormError>{error && t(`errors.${error}`)}</FormError>
        {role && (
          <form method="post" action={`${path}/role`} class="card">
            <p class="hint">{t(`families.${role}Hint`, { name })}</p>
            <input type="hidden" name="role" value={role === 'makeMember' ? 'member' : 'administrator'} />
            <Submit class="secondary">{t(`families.${role}`)}</Submit>
          </form>
        )}
        {may('removeMember') && (
          <form method="post" action={`${path}/remove`} class="card">
            <p class="hint">{t('families.removeHint', { name })}</p>
            <Submit class="danger" aria-label={t('families.removeLabel', { name })}>
              {t('families.remove')}
            </Submit>
          </form>
        )}
      </>
    ),
    after: [`/account/families/${family.id}`, t('families.back')],
  });
}

interface DissolveProps {
  readonly family: FamilySeen;
  readonly error?: ErrorKey;
}

/** Asks before the family is deleted in which nobody else is. */
export function dissolvePage(reader: Reader, { family, error }: DissolveProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('families.dissolve'),
    lead: family.name,
    children: (
      <form method="post" action={`/account/families/${family.id}/delete`} class="card">
        <FormError>{error && t(`errors.${error}`)}</FormError>
        <p class="hint">{t('families.dissolveHint')}</p>
        <Submit class="danger">{t('families.dissolve')}</Submit>
      </form>
    ),
    after: [`/account/families/${family.id}`, t('families.back')],
  });
}
