import { renderPage } from '../../platform/pages/layout.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

const LOST_FACTOR = '/lost-factor';

/** Offers links to who lost the second factor (D250). @param isKnown the first factor was shown, so whose it is */
export function lostFactorPage(
  reader: Reader,
  { isKnown, error }: { readonly isKnown: boolean; readonly error?: ErrorKey },
): string {
  const t = textsIn(reader.language);
  return renderPage({
    reader,
    isNarrow: true,
    title: t('recovery.title'),
    foot: '',
    children: (
      <>
        <h1>{t('recovery.title')}</h1>
        <p class="lead">{t(isKnown ? 'recovery.lead' : 'recovery.signInFirst')}</p>
        {isKnown && (
          <form method="post" action={LOST_FACTOR} class="card">
            {error && (
              <p role="alert" class="notice error">
                {t(`errors.${error}`)}
              </p>
            )}
            <p class="hint">{t('recovery.waitHint')}</p>
            <button type="submit">{t('recovery.ask')}</button>
          </form>
        )}
        <p class="after">
          <a href="/sign-in">{t('signIn.title')}</a> · <a href="/forgot-password">{t('signIn.forgotten')}</a>
        </p>
      </>
    ),
  });
}

interface UnderWayProps {
  readonly token: string;
  /** The person's name. */
  readonly name: string;
  readonly readyAt: Date;
  readonly isReady: boolean;
}

/** Behind the link: stops it; or, after the wait, removes the second factor. */
export function underWayPage(reader: Reader, { token, name, readyAt, isReady }: UnderWayProps): string {
  const t = textsIn(reader.language);
  const title = t(isReady ? 'recovery.readyTitle' : 'recovery.waitTitle');
  const address = `${LOST_FACTOR}/${token}`;
  return renderPage({
    reader,
    isNarrow: true,
    title,
    foot: '',
    children: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          {isReady
            ? t('recovery.readyLead', { name })
            : t('recovery.waitLead', { name, date: exactly(reader, readyAt) })}
        </p>
        {isReady && (
          <form method="post" action={address} class="card">
            <button type="submit" class="danger">
              {t('recovery.remove')}
            </button>
          </form>
        )}
        <form method="post" action={`${address}/stop`} class="card">
          <p class="hint">{t('recovery.stopHint')}</p>
          <button type="submit" class={isReady ? 'secondary' : undefined}>
            {t('recovery.stop')}
          </button>
        </form>
      </>
    ),
  });
}

function exactly({ language }: Reader, at: Date): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
