import type { TFunction } from 'i18next';
import { ButtonForm, FormError, Submit } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay, exactTime } from '../../platform/pages/when.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';

const LOST_FACTOR = '/lost-factor';

/** Offers links to who lost the second factor (D250). @param isKnown the first factor was shown, so whose it is */
export function lostFactorPage(
  reader: Reader,
  { isKnown, error }: { readonly isKnown: boolean; readonly error?: ErrorKey },
): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('recovery.title'),
    lead: t(isKnown ? 'recovery.lead' : 'recovery.signInFirst'),
    children: (
      <>
        {isKnown && (
          <form method="post" action={LOST_FACTOR} class="card">
            <FormError>{error && t(`errors.${error}`)}</FormError>
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
  /** When a link stopped the last one, so that none stops this one; null: it does. */
  readonly stoppedBefore: Date | null;
}

/** Behind the link: stops it; or, after the wait, removes the second factor. */
export function underWayPage(reader: Reader, props: UnderWayProps): string {
  const { token, name, readyAt, isReady, stoppedBefore } = props;
  const t = textsIn(reader.language);
  const title = t(isReady ? 'recovery.readyTitle' : 'recovery.waitTitle');
  const address = `${LOST_FACTOR}/${token}`;
  return stepPage({
    reader,
    title,
    children: (
      <>
        <p class="lead">
          {isReady
            ? t('recovery.readyLead', { name })
            : t('recovery.waitLead', { name, date: exactTime(reader, readyAt) })}
        </p>
        {isReady && (
          <form method="post" action={address} class="card">
            <Submit class="danger">{t('recovery.remove')}</Submit>
          </form>
        )}
        {stoppedBefore === null ? (
          <form method="post" action={`${address}/stop`} class="card">
            <p class="hint">{t('recovery.stopHint')}</p>
            <Submit class={isReady ? 'secondary' : undefined}>{t('recovery.stop')}</Submit>
          </form>
        ) : (
          <section class="card">
            <p>{t('recovery.spent', { date: exactDay(reader, stoppedBefore) })}</p>
            <p>
              <a role="button" class="secondary" href={`${SECOND_FACTOR}#recovery`}>
                {t('recovery.spentSignIn')}
              </a>
            </p>
          </section>
        )}
      </>
    ),
  });
}

interface OwnRecoveryProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly readyAt: Date;
}

/** For who is signed in: a recovery is under way, and the second factor stops it (D334). */
export function RecoveryUnderWay({ t, reader, readyAt }: OwnRecoveryProps) {
  return (
    <section class="card" id="recovery">
      <h2>{t('recovery.ownTitle')}</h2>
      <p>{t('recovery.ownLead', { date: exactTime(reader, readyAt) })}</p>
      <ButtonForm action={`${SECOND_FACTOR}/keep`}>{t('recovery.stop')}</ButtonForm>
    </section>
  );
}
