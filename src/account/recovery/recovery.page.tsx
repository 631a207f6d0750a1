import type { TFunction } from 'i18next';
import { ButtonForm, FormError, Submit } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { comingTime, exactDay, exactTime } from '../../platform/pages/when.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';

const LOST_FACTOR = '/lost-factor';

interface LostFactorProps {
  /** Where a person who gave the first factor goes back to; null: nobody did, so they sign in first. */
  readonly back: string | null;
  readonly error?: ErrorKey;
}

/** Offers links to a person who lost the second factor (D250). */
export function lostFactorPage(reader: Reader, { back, error }: LostFactorProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('recovery.title'),
    lead: t(back === null ? 'recovery.signInFirst' : 'recovery.lead'),
    children: (
      <>
        {back !== null && (
          <form method="post" action={LOST_FACTOR} class="card">
            <FormError>{error && t(`errors.${error}`)}</FormError>
            <p class="hint">{t('recovery.waitHint')}</p>
            <button type="submit">{t('recovery.ask')}</button>
          </form>
        )}
        <p class="after">
          {back === null ? (
            <>
              <a href="/sign-in">{t('signIn.title')}</a> ·{' '}
              <a href="/forgot-password">{t('signIn.forgotten')}</a>
            </>
          ) : (
            <a href={back}>{t('account.keep')}</a>
          )}
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
  /** When a link stopped the previous recovery, so that no link stops this one; null: a link may stop it. */
  readonly stoppedBefore: Date | null;
}

/** The page behind the link: stops the recovery, or removes the second factor after the wait. */
export function underWayPage(reader: Reader, props: UnderWayProps): string {
  const { token, name, readyAt, isReady, stoppedBefore } = props;
  const t = textsIn(reader.language);
  const title = isReady
    ? t('recovery.readyTitle')
    : t('recovery.waitTitle', { date: comingTime(reader, readyAt) });
  const address = `${LOST_FACTOR}/${token}`;
  return stepPage({
    reader,
    title,
    children: (
      <>
        <p class="lead">{t(isReady ? 'recovery.readyLead' : 'recovery.waitLead', { name })}</p>
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

/** Tells a signed-in person of a pending recovery, which the second factor stops (D334). */
export function RecoveryUnderWay({ t, reader, readyAt }: OwnRecoveryProps) {
  return (
    <section class="card" id="recovery">
      <h2>{t('recovery.ownTitle')}</h2>
      <p>{t('recovery.ownLead', { date: exactTime(reader, readyAt) })}</p>
      <ButtonForm action={`${SECOND_FACTOR}/keep`}>{t('recovery.stop')}</ButtonForm>
    </section>
  );
}
