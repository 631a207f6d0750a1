import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';
import { Field, FormError, Submit } from '../../platform/pages/form.js';
import { typedFields, type ErrorKey } from '../../platform/pages/page-errors.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../platform/pages/passkey-sign-in.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';
import type { FactorField, FactorWays } from '../../identity/sessions/second-factor.js';

/** Why a second factor was refused. */
export interface FactorError {
  readonly field: FactorField;
  readonly key: ErrorKey;
  /** The passkey that was sent, if nobody has it. */
  readonly unknown: UnknownPasskey | null;
}

interface FactorFormsProps {
  readonly t: TFunction;
  /** The second factors of the account. */
  readonly ways: FactorWays;
  /** Where the forms are sent. */
  readonly action: string;
  /** The text of their buttons. */
  readonly submit: string;
  readonly error?: FactorError;
}

/** Returns the texts of the passkey button of a second step. @param isAlone the page offers no other second factor */
function passkeyStepTexts(t: TFunction, isAlone: boolean): PasskeyTexts {
  return {
    button: t('secondStep.usePasskey'),
    or: isAlone ? null : t('passkeys.or'),
    withoutScript: t('secondStep.withoutScript'),
    ...(isAlone && { impossible: t('secondStep.impossible') }),
    cancelled: t('secondStep.cancelled'),
    failed: t('secondStep.failed'),
  };
}

/** Asks for a second factor inside the card of a page: a code, or a passkey. */
export function FactorForms(props: FactorFormsProps & { readonly children?: ComponentChildren }) {
  const { t, ways, action, submit, error, children } = props;
  const field = typedFields(t, error && { [error.field]: error.key });
  return (
    <>
      <FormError>{error?.field === 'passkey' && field('passkey').error}</FormError>
      {ways.code && (
        <form method="post" action={action} class="plain">
          <Field
            {...field('code')}
            label={t('secondStep.code')}
            type="text"
            autocomplete="one-time-code"
            longest={12}
            hint={t('secondStep.codeHint')}
          />
          {children}
          <button type="submit">{submit}</button>
        </form>
      )}
      {ways.passkey && <PasskeyButton texts={passkeyStepTexts(t, !ways.code)} page="people" />}
    </>
  );
}

/** Stands below that card: the form that the passkey's script sends, and the form for a recovery code. */
export function OtherFactorForms({ t, ways, action, submit, error }: FactorFormsProps) {
  const field = typedFields(t, error && { [error.field]: error.key });
  return (
    <>
      {ways.passkey && <PasskeyForm action={action} unknown={error?.unknown} />}
      {ways.code && (
        <details class="aside" open={error?.field === 'recovery'}>
          <summary>{t('secondStep.lost')}</summary>
          <form method="post" action={action} class="plain">
            <Field
              {...field('recovery')}
              label={t('secondStep.recovery')}
              type="text"
              longest={60}
              hint={t('secondStep.recoveryHint')}
            />
            <Submit class="secondary">{submit}</Submit>
          </form>
        </details>
      )}
    </>
  );
}

interface SetupCodeProps {
  readonly t: TFunction;
  /** As it was typed. */
  readonly value?: string;
  readonly error?: string;
}

/** Asks for the set-up code of an account with a role (D322). */
export function SetupCodeField({ t, value, error }: SetupCodeProps) {
  return (
    <Field
      name="setupCode"
      label={t('factors.setupCode')}
      hint={t('factors.setupCodeHint')}
      type="text"
      longest={100}
      value={value}
      error={error}
    />
  );
}
