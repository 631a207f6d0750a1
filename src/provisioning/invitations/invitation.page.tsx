import { Checkbox, Field } from '../../platform/pages/form.js';
import { ShowPassword } from '../../platform/pages/show-password.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import { typedFields, type PageErrors } from '../../platform/pages/page-errors.js';
import type { InvitationBeside } from '../../identity/mailed-links/link-shapes.js';
import type { LinkFacts } from '../../identity/mailed-links/note.page.js';
import { newPasskeyPath } from '../../identity/passkeys/passkey-offer.js';
import type { KnownClient } from '../../oauth/clients/client-directory.js';
import { ProviderButtons } from '../../oauth/providers/provider-buttons.js';
import { PasskeyScripts } from '../../platform/pages/passkey-sign-in.js';
import { BESIDE_FIELD } from './invitation-form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type Texts } from '../../platform/pages/texts/texts.js';

/** An invitation, with others to the same address. */
interface InvitationFacts extends LinkFacts {
  readonly beside: readonly InvitationBeside[];
}

/** The form that was sent, with its errors. */
interface SentForm {
  readonly errors: PageErrors;
  /** Digests of the other accepted invitations. */
  readonly accepted: readonly string[];
}

/** The form that completes an account. */
export function invitationPage(
  reader: Reader,
  { beside, ...facts }: InvitationFacts,
  { errors, accepted }: SentForm = { errors: {}, accepted: [] },
): string {
  const t = textsIn(reader.language);
  const field = typedFields(t, errors, { name: facts.name });
  const [here] = reader.path.split('?');
  const say = (key: keyof Texts['invitation']): string => t(`invitation.${key}`, { ...facts });
  /** Without a family: an administrator invited, or the family was deleted. */
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
          <Field {...field('name')} label={say('name')} type="text" autocomplete="given-name" />
          <input type="text" name="username" value={facts.value} autocomplete="username" readonly hidden />
          <Field
            {...field('password')}
            label={say('password')}
            type="password"
            autocomplete="new-password"
            hint={say('passwordRule')}
          />
          <ShowPassword label={say('showPassword')} />
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
      </>
    ),
  });
}

/** Asks the owner of a mailbox or phone to confirm its address for an account (D106). */
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

/** Says that the invitation expired; a new one goes only to the same address. */
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

interface WelcomeProps {
  readonly name: string;
  /** What the person signs in with. */
  readonly value: string;
  /** The client that invited; null: a member or an administrator did. */
  readonly client: Pick<KnownClient, 'id' | 'name' | 'homepageUrl'> | null;
  /** Whether a passkey is offered, if the device can keep one. */
  readonly isPasskeyOffered: boolean;
}

/** What is next, after an account was completed: a passkey, the application that invited, the account. */
export function welcomePage(reader: Reader, { name, value, client, isPasskeyOffered }: WelcomeProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('welcome.title', { name }),
    look: lookOf(client?.id ?? null),
    lead: t('welcome.lead'),
    children: (
      <>
        <p>{t('welcome.next', { value })}</p>
        {isPasskeyOffered && (
          <section class="offer" data-passkey-offer hidden>
            <h2>{t('passkeys.offerTitle')}</h2>
            <p>{t('passkeys.lead')}</p>
            <a
              role="button"
              class={client?.homepageUrl ? 'secondary' : undefined}
              href={newPasskeyPath('/welcome')}
            >
              {t('passkeys.add')}
            </a>
            <PasskeyScripts />
          </section>
        )}
        {client?.homepageUrl && (
          <p>
            <a role="button" href={client.homepageUrl} rel="noopener noreferrer">
              {t('welcome.onward', { clientName: client.name })}
            </a>
          </p>
        )}
        <p>
          <a href="/account">{t('account.title')}</a>
        </p>
      </>
    ),
  });
}
