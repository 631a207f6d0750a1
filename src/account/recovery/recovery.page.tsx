import { Field } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

const LOST_FACTOR = '/lost-factor';

/** Asks whose second factor was lost (D250). */
export function lostFactorPage(
  reader: Reader,
  { identifier, error }: { readonly identifier: string; readonly error?: ErrorKey },
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
        <p class="lead">{t('recovery.lead')}</p>
        <form method="post" action={LOST_FACTOR} class="card">
          <Field
            name="identifier"
            label={t('signIn.identifier')}
            type="text"
            value={identifier}
            autocomplete="username"
            error={error && t(`errors.${error}`)}
          />
          <p class="hint">{t('recovery.waitHint')}</p>
          <button type="submit">{t('recovery.ask')}</button>
        </form>
        <p class="after">
          <a href="/sign-in">{t('forgotten.back')}</a>
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
