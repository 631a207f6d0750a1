import { Field } from '../platform/pages/form.js';
import { ShowPassword } from '../platform/pages/show-password.js';
import { stepPage } from '../platform/pages/step-page.js';
import type { Look } from '../platform/pages/look.js';
import type { ErrorKey } from '../platform/pages/page-errors.js';
import { forgottenPath } from '../platform/pages/sign-in-path.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

interface ForgottenProps {
  /** The challenge to continue afterwards; null: there is none. */
  readonly challenge: string | null;
  /** The look of the client that the challenge is for, or the server's. */
  readonly look: Look;
  readonly identifier: string;
  readonly error?: ErrorKey;
}

/** Asks for the identifier of an account whose password was forgotten (D105). */
export function forgottenPage(
  reader: Reader,
  { challenge, look, identifier, error }: ForgottenProps,
): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('forgotten.title'),
    look,
    lead: t('forgotten.lead'),
    children: (
      <form method="post" action="/forgot-password" class="card">
        <Challenge id={challenge} />
        <Field
          name="identifier"
          label={t('signIn.identifier')}
          type="text"
          value={identifier}
          autocomplete="username"
          error={error && t(`errors.${error}`)}
        />
        <button type="submit">{t('forgotten.submit')}</button>
      </form>
    ),
    after: [challenge === null ? '/sign-in' : `/challenge?session_id=${challenge}`, t('forgotten.back')],
  });
}

interface ResetProps {
  readonly challenge: string | null;
  readonly look: Look;
  readonly name: string;
  /** The address that the link went to. */
  readonly value: string;
  readonly error?: ErrorKey;
}

/** Takes the new password (D69). */
export function resetPage(reader: Reader, { challenge, look, name, value, error }: ResetProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('reset.title'),
    foot: value,
    look,
    lead: t('reset.lead', { name }),
    children: (
      <form method="post" class="card">
        <Challenge id={challenge} />
        <input type="text" name="username" value={value} autocomplete="username" readonly hidden />
        <Field
          name="password"
          label={t('account.newPassword')}
          type="password"
          autocomplete="new-password"
          hint={t('invitation.passwordRule')}
          error={error && t(`errors.${error}`)}
        />
        <ShowPassword label={t('invitation.showPassword')} />
        <p class="hint">{t('reset.ends')}</p>
        <button type="submit">{t('reset.submit')}</button>
      </form>
    ),
  });
}

/** The link was used or has expired; leads to the form that sends a new one. */
export function resetOverPage(reader: Reader, challenge: string | null, look: Look): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('reset.overTitle'),
    look,
    lead: t('reset.overLead'),
    children: (
      <p>
        <a href={forgottenPath(challenge)}>{t('reset.again')}</a>
      </p>
    ),
  });
}

function Challenge({ id }: { readonly id: string | null }) {
  return id === null ? null : <input type="hidden" name="challenge" value={id} />;
}
