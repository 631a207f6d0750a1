import type { TFunction } from 'i18next';
import type { Protection } from '../../identity/factors/second-factors.js';
import type { TrustedView } from '../../identity/factors/trusted-browsers.js';
import { ButtonForm, FormDone, FormError, Submit } from '../../platform/pages/form.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection, SECOND_FACTOR } from '../frame/account-frame.js';
import { browserName } from '../frame/browser-name.js';
import { RecoveryUnderWay } from '../recovery/recovery.page.js';

export interface SecondFactorProps {
  /** null: the password alone. */
  readonly protection: Protection | null;
  readonly trusted: readonly TrustedView[];
  /** From when a link removes it; null: no recovery is under way. */
  readonly recoveryReadyAt: Date | null;
  readonly isRemoved?: boolean;
  /** Why it was not set up. */
  readonly error?: ErrorKey;
}

interface PartProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly props: SecondFactorProps;
}

/** The second factor of an account: sets it up, shows what there is, ends it. */
export function secondFactorPage(reader: Reader, props: SecondFactorProps): string {
  const t = textsIn(reader.language);
  const part = { t, reader, props };
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.title'),
    children: (
      <>
        <FormDone>{props.isRemoved && t('factors.removed')}</FormDone>
        <FormError>{props.error && t(`errors.${props.error}`)}</FormError>
        {props.recoveryReadyAt && <RecoveryUnderWay t={t} reader={reader} readyAt={props.recoveryReadyAt} />}
        {props.protection === null ? (
          <Begin t={t} />
        ) : (
          <>
            <Codes {...part} protection={props.protection} />
            <Trusted {...part} />
            <Removal t={t} />
          </>
        )}
        <p>
          <a href="/account/sign-in">{t('account.tabs.signIn')}</a>
        </p>
      </>
    ),
  });
}

function Begin({ t }: Pick<PartProps, 't'>) {
  return (
    <section class="card">
      <p class="lead">{t('factors.lead')}</p>
      <ButtonForm action={SECOND_FACTOR}>{t('factors.begin')}</ButtonForm>
    </section>
  );
}

function Codes({ t, reader, protection }: PartProps & { readonly protection: Protection }) {
  const { since, isReadable, recoveryCodesLeft: left } = protection;
  return (
    <section class="card" id="codes">
      <p>{t('factors.on', { date: exactDay(reader, since) })}</p>
      <FormError>{!isReadable && t('factors.unreadable')}</FormError>
      <p>{t('factors.left', { left })}</p>
      <details>
        <summary>{t('factors.renew')}</summary>
        <form method="post" action={`${SECOND_FACTOR}/codes`} class="plain">
          <p class="hint">{t('factors.renewHint')}</p>
          <Submit class="secondary">{t('factors.renew')}</Submit>
        </form>
      </details>
    </section>
  );
}

function Trusted({ t, reader, props: { trusted } }: PartProps) {
  return (
    <section class="card" id="trusted">
      <h2>{t('factors.trusted')}</h2>
      {trusted.length === 0 && <p class="hint">{t('factors.trustedNone')}</p>}
      {trusted.map(({ digest, agent, expiresAt }) => {
        const name = browserName(t, agent);
        return (
          <form key={digest} method="post" action={`${SECOND_FACTOR}/untrust#trusted`} class="app">
            <div>
              <strong>{name}</strong>
              <div class="hint">{t('factors.until', { date: exactDay(reader, expiresAt) })}</div>
            </div>
            <button
              type="submit"
              name="browser"
              value={digest.toString('hex')}
              class="danger outline small"
              aria-label={t('factors.untrustLabel', { what: name })}
            >
              {t('factors.untrust')}
            </button>
          </form>
        );
      })}
    </section>
  );
}

function Removal({ t }: Pick<PartProps, 't'>) {
  return (
    <section class="card" id="remove">
      <details>
        <summary>{t('factors.remove')}</summary>
        <form method="post" action={`${SECOND_FACTOR}/remove`} class="plain">
          <p class="hint">{t('factors.removeHint')}</p>
          <Submit class="danger outline">{t('factors.remove')}</Submit>
        </form>
      </details>
    </section>
  );
}
