import { Field } from '../platform/pages/form.js';
import { renderPage } from '../platform/pages/layout.js';
import type { ErrorKey } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

interface ProofProps {
  /** The page of the account to go on to. */
  readonly next: string;
  readonly name: string;
  /** For password managers: an identifier of the account. */
  readonly username: string;
  /** Whether a passkey or a code will do as well. */
  readonly hasSecond: boolean;
  readonly error?: ErrorKey;
}

/** Asks who is signed in to show again that it is them (D253). */
export function proofPage(reader: Reader, { next, name, username, hasSecond, error }: ProofProps): string {
  const t = textsIn(reader.language);
  const query = `?next=${encodeURIComponent(next)}`;
  return renderPage({
    reader,
    isNarrow: true,
    title: t('proof.title'),
    foot: '',
    children: (
      <>
        <form method="post" action={`/confirm${query}`} class="card">
          <h1>{t('proof.title')}</h1>
          <p class="lead">{t('proof.lead', { accountName: name })}</p>
          <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
          <Field
            name="current"
            label={t('signIn.password')}
            type="password"
            autocomplete="current-password"
            error={error && t(`errors.${error}`)}
          />
          <button type="submit">{t('proof.submit')}</button>
          <p class="after">
            <a href="/account">{t('proof.back')}</a>
          </p>
        </form>
        {hasSecond && (
          <form method="post" action={`/confirm/second${query}`} class="plain quiet">
            <button type="submit" class="secondary">
              {t('proof.second')}
            </button>
          </form>
        )}
      </>
    ),
  });
}
