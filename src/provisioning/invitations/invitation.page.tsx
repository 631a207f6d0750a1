import { asset } from '../../platform/pages/assets.js';
import { Checkbox, Field } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import { errorTexts, type PageErrors } from '../../platform/pages/page-errors.js';
import type { InvitationBeside } from '../../identity/mailed-links/link-shapes.js';
import type { LinkFacts } from '../../identity/mailed-links/note.page.js';
import { ProviderButtons } from '../../oauth/providers/provider-buttons.js';
import { BESIDE_FIELD } from './invitation-form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type Texts } from '../../platform/pages/texts/texts.js';

/** An invitation, and those beside it. */
interface InvitationFacts extends LinkFacts {
  readonly beside: readonly InvitationBeside[];
}

/** What was sent before, and what is wrong with it. */
interface SentForm {
  readonly errors: PageErrors;
  /** Digests of invitations beside it. */
  readonly accepted: readonly string[];
}

/** The form that completes an account; the rule for the password is above its field, an error below. */
export function invitationPage(
  reader: Reader,
  { beside, ...facts }: InvitationFacts,
  { errors, accepted }: SentForm = { errors: {}, accepted: [] },
): string {
  const t = textsIn(reader.language);
  const errorAt = errorTexts(t, errors);
  const [here] = reader.path.split('?');
  const say = (key: keyof Texts['invitation']): string => t(`invitation.${key}`, { ...facts });
  /** To no family: by an administrator, or the family was deleted. */
  const about = (key: 'title' | 'lead' | 'submit'): string =>
    facts.familyName === null ? t(`loneInvitation.${key}`, { ...facts }) : say(key);
  return stepPage({
    reader,
    title: about('title'),
    foot: facts.value,
    look: lookOf(facts.ofClient ?? null),
    lead: about('lead'),
    children: (
      <>
        <form method="post" class="card">
          <Field
            name="name"
            label={say('name')}
            type="text"
            value={facts.name}
            autocomplete="given-name"
            error={errorAt('name')}
          />
          <input type="text" name="username" value={facts.value} autocomplete="username" readonly hidden />
          <Field
            name="password"
            label={say('password')}
            type="password"
            autocomplete="new-password"
            hint={say('passwordRule')}
            error={errorAt('password')}
          />
          <label class="show-password" hidden>
            <input type="checkbox" data-shows="password" />
            {say('showPassword')}
          </label>
          {beside.length > 0 && <p>{say('beside')}</p>}
          {beside.map(({ digest, familyName, inviterName }) => (
            <Checkbox
              key={digest}
              name={`${BESIDE_FIELD}${digest}`}
              label={t('invitation.besideFamily', { familyName, clientName: inviterName })}
              isChecked={accepted.includes(digest)}
            />
          ))}
          <button type="submit">{about('submit')}</button>
          {facts.familyName !== null && <ProviderButtons t={t} pathOf={(id) => `${here}/provider/${id}`} />}
        </form>
        <script src={asset('show-password.js')} />
      </>
    ),
  });
}

/** Asks the user of a mailbox or phone to confirm that an account may have its address (D106). */
export function additionPage(reader: Reader, facts: LinkFacts): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('confirmation.title'),
    lead: t('addition.lead', { ...facts }),
    children: (
      <form method="post">
        <button type="submit">{t('confirmation.submit')}</button>
      </form>
    ),
  });
}

/** The invitation has expired; a new one is sent to the same address only. */
export function expiredPage(reader: Reader, resendPath: string): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('link.expiredTitle'),
    lead: t('link.expiredLead'),
    children: (
      <form method="post" action={resendPath}>
        <button type="submit">{t('link.resend')}</button>
      </form>
    ),
  });
}

export function welcomePage(reader: Reader, name: string, value: string): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('welcome.title', { name }),
    lead: t('welcome.lead'),
    children: <p>{t('welcome.next', { value })}</p>,
  });
}
