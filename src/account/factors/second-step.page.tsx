import type { TFunction } from 'i18next';
import { Checkbox, Field } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import { lookOf } from '../../platform/pages/look.js';
import { errorTexts, type ErrorKey } from '../../platform/pages/page-errors.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../platform/pages/passkey-sign-in.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type { Long } from '../../platform/operations/long.js';
import type { FactorField, FactorWays } from '../../identity/sessions/given-factors.js';
import { SECOND_STEP } from '../../identity/sessions/sign-in.js';

export interface SecondStepProps {
  /** The client in whose look the page is; null: the server's. */
  readonly lookOf: Long | null;
  /** What the account can show. */
  readonly ways: FactorWays;
  /** Where one goes on who is signed in already and shows nothing more; null: nobody does. */
  readonly without: string | null;
  readonly trusts?: boolean;
  readonly error?: { readonly field: FactorField; readonly key: ErrorKey };
}

/** The texts of the button where a passkey is a second factor. @param isAlone there is no other way on the page */
export function passkeyStepTexts(t: TFunction, isAlone: boolean): PasskeyTexts {
  return {
    button: t('secondStep.usePasskey'),
    or: isAlone ? null : t('passkeys.or'),
    withoutScript: t('secondStep.withoutScript'),
    ...(isAlone && { impossible: t('secondStep.impossible') }),
    cancelled: t('secondStep.cancelled'),
    failed: t('secondStep.failed'),
  };
}

/** Asks for the second factor, whichever page the sign-in began on. */
export function secondStepPage(reader: Reader, props: SecondStepProps): string {
  const t = textsIn(reader.language);
  const { ways, without, error } = props;
  return renderPage({
    reader,
    title: t('secondStep.title'),
    foot: '',
    look: lookOf(props.lookOf),
    isNarrow: true,
    children: (
      <>
        <div class="card">
          <h1>{t('secondStep.title')}</h1>
          <p class="lead">{t(`secondStep.${leadOf(ways)}`)}</p>
          {error?.field === 'passkey' && (
            <p role="alert" class="notice error">
              {t(`errors.${error.key}`)}
            </p>
          )}
          {ways.code && <CodeForm t={t} props={props} />}
          {ways.passkey && <PasskeyButton texts={passkeyStepTexts(t, !ways.code)} page="people" />}
        </div>
        {ways.passkey && <PasskeyForm action={SECOND_STEP} />}
        {ways.code && <RecoveryForm t={t} props={props} />}
        {without !== null && (
          <p class="after aside">
            <a href={without}>{t('secondStep.without')}</a>
          </p>
        )}
        <p class="after aside">
          {ways.code && (
            <>
              <a href="/lost-factor">{t('recovery.title')}</a> ·{' '}
            </>
          )}
          <a href="/sign-in">{t('secondStep.other')}</a>
        </p>
      </>
    ),
  });
}

interface PartProps {
  readonly t: TFunction;
  readonly props: SecondStepProps;
}

function CodeForm({ t, props: { trusts = false, error } }: PartProps) {
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return (
    <form method="post" action={SECOND_STEP} class="plain">
      <Field
        name="code"
        label={t('secondStep.code')}
        type="text"
        autocomplete="one-time-code"
        longest={12}
        hint={t('secondStep.codeHint')}
        error={errorAt('code')}
      />
      <Checkbox
        name="trust"
        label={t('secondStep.trust')}
        hint={t('secondStep.trustHint')}
        isChecked={trusts}
      />
      <button type="submit">{t('signIn.submit')}</button>
    </form>
  );
}

function RecoveryForm({ t, props: { error } }: PartProps) {
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return (
    <details class="aside" open={error?.field === 'recovery'}>
      <summary>{t('secondStep.lost')}</summary>
      <form method="post" action={SECOND_STEP} class="plain">
        <Field
          name="recovery"
          label={t('secondStep.recovery')}
          type="text"
          longest={60}
          hint={t('secondStep.recoveryHint')}
          error={errorAt('recovery')}
        />
        <button type="submit" class="secondary">
          {t('signIn.submit')}
        </button>
      </form>
    </details>
  );
}

function leadOf({ code, passkey }: FactorWays): 'lead' | 'leadPasskey' | 'leadBoth' {
  if (!passkey) return 'lead';
  return code ? 'leadBoth' : 'leadPasskey';
}

/** Nothing waits for a second step in this browser. */
export function secondStepOverPage(reader: Reader): string {
  const t = textsIn(reader.language);
  return renderPage({
    reader,
    title: t('secondStep.overTitle'),
    foot: '',
    isNarrow: true,
    children: (
      <div class="card">
        <h1>{t('secondStep.overTitle')}</h1>
        <p class="lead">{t('secondStep.overLead')}</p>
        <p>
          <a href="/sign-in">{t('signIn.title')}</a>
        </p>
      </div>
    ),
  });
}
