import type { TFunction } from 'i18next';
import type { Protection } from '../../identity/factors/second-factors.js';
import type { TrustedBrowser } from '../../identity/factors/trusted-browser.entity.js';
import { ButtonForm, FormDone, FormError, Submit, Field } from '../../platform/pages/form.js';
import { type ErrorKey, typedFields } from '../../platform/pages/page-errors.js';
import { AuthenticatorKey } from '../../platform/pages/authenticator-key.js';
import { lookOf } from '../../platform/pages/look.js';
import { RecoveryCodeList } from '../../platform/pages/recovery-code-list.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection, SECOND_FACTOR } from '../frame/account-frame.js';
import { browserName } from '../frame/browser-name.js';
import { RecoveryUnderWay } from '../recovery/recovery.page.js';
import type { SetupView } from '../../identity/factors/factor-setup.js';
import { SetupCodeField } from './factor-forms.js';

export interface SecondFactorProps {
  /** null: the account has no second factor. */
  readonly protection: Protection | null;
  readonly trusted: readonly TrustedBrowser[];
  /** When a link may remove the factor; null: no recovery is pending. */
  readonly recoveryReadyAt: Date | null;
  /** What the form before the redirect did. */
  readonly done?: 'factors.removed' | 'recovery.stoppedLead';
  /** Why the set-up failed. */
  readonly error?: ErrorKey;
}

interface PartProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly props: SecondFactorProps;
}

/** The second factor of an account: sets it up, shows its state, removes it. */
export function secondFactorPage(reader: Reader, props: SecondFactorProps): string {
  const t = textsIn(reader.language);
  const part = { t, reader, props };
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.title'),
    children: (
      <>
        <FormDone>{props.done && t(props.done)}</FormDone>
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

export interface FactorSetupProps {
  readonly view: SetupView;
  /** Whether it asks for the set-up code of an account with a role. */
  readonly takesSetupCode: boolean;
  /** As it was typed. */
  readonly setupCode?: string;
  readonly error?: ErrorKey;
}

/** Shows a new key, and asks for its first code. */
export function factorSetupPage(reader: Reader, props: FactorSetupProps): string {
  const { view, takesSetupCode, setupCode, error } = props;
  const { setup, ...key } = view;
  const t = textsIn(reader.language);
  const field = typedFields(t, error && { [error === 'setupCodeWrong' ? 'setupCode' : 'code']: error });
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.title'),
    children: (
      <section class="card">
        <AuthenticatorKey texts={keyTexts(t)} {...key} />
        <p>{t('factors.confirmLead')}</p>
        <form method="post" action={`${SECOND_FACTOR}/confirm`} class="plain">
          <input type="hidden" name="setup" value={setup} />
          <Field
            {...field('code')}
            label={t('secondStep.code')}
            type="text"
            autocomplete="one-time-code"
            longest={12}
            hint={t('secondStep.codeHint')}
          />
          {takesSetupCode && <SetupCodeField t={t} value={setupCode} error={field('setupCode').error} />}
          <button type="submit">{t('factors.confirm')}</button>
        </form>
      </section>
    ),
  });
}

/** Shows new recovery codes; no page shows them again. */
export function recoveryCodesPage(reader: Reader, codes: readonly string[]): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.codesTitle'),
    children: (
      <section class="card">
        <p>{t('factors.codesLead')}</p>
        <RecoveryCodeList
          texts={codeTexts(t)}
          codes={codes}
          site={lookOf(null).serverName}
          next={SECOND_FACTOR}
        />
      </section>
    ),
  });
}

function keyTexts(t: TFunction) {
  const [scan, picture, key] = [t('factors.scan'), t('factors.picture'), t('factors.key')];
  return {
    scan,
    picture,
    key,
    open: t('factors.open'),
    copyKey: t('factors.copyKey'),
    copied: t('factors.copied'),
  };
}

function codeTexts(t: TFunction) {
  const [title, done] = [t('factors.codesTitle'), t('factors.codesDone')];
  const [copy, copied] = [t('factors.copy'), t('factors.copied')];
  return { title, done, copy, copied, download: t('factors.download'), print: t('factors.print') };
}
