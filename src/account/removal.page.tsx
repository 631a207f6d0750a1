import { renderPage } from '../platform/pages/layout.js';
import type { ErrorKey } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

interface RemovalProps {
  readonly id: string;
  readonly value: string;
  /** A link there may put it back (D341). */
  readonly isEmail: boolean;
  readonly error?: ErrorKey;
}

/** Asks before an address is removed (D106). */
export function removalPage(reader: Reader, { id, value, isEmail, error }: RemovalProps): string {
  const t = textsIn(reader.language);
  return renderPage({
    reader,
    isNarrow: true,
    title: t('account.removeTitle', { value }),
    foot: '',
    children: (
      <>
        <h1>{t('account.removeTitle', { value })}</h1>
        <p class="lead">{t('account.removeLead')}</p>
        {isEmail && <p class="hint">{t('account.removeBack')}</p>}
        <form method="post" action={`/account/identifiers/${id}`} class="card">
          {error && (
            <p role="alert" class="notice error">
              {t(`errors.${error}`)}
            </p>
          )}
          <button type="submit" class="danger">
            {t('account.remove')}
          </button>
        </form>
        <p class="after">
          <a href="/account/sign-in">{t('account.keep')}</a>
        </p>
      </>
    ),
  });
}
