import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';
import { Field, FormError, Submit } from '../../platform/pages/form.js';
import { errorTexts, type ErrorKey } from '../../platform/pages/page-errors.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../platform/pages/passkey-sign-in.js';
import type { FactorField, FactorWays } from '../../identity/sessions/second-factor.js';

/** Why what was given as a second factor did not do. */
export interface FactorError {
  readonly field: FactorField;
  readonly key: ErrorKey;
}

interface FactorFormsProps {
  readonly t: TFunction;
  /** What the account can show. */
  readonly ways: FactorWays;
  /** The address that the forms are sent to. */
  readonly action: string;
  /** The text of their buttons. */
  readonly submit: string;
  readonly error?: FactorError;
}

/** The texts of the button where a passkey is a second factor. @param isAlone there is no other way on the page */
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

/** Takes a second factor, inside the card of a page: a code, or a passkey. */
export function FactorForms(props: FactorFormsProps & { readonly children?: ComponentChildren }) {
  const { t, ways, action, submit, error, children } = props;
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return (
    <>
      <FormError>{error?.field === 'passkey' && errorAt('passkey')}</FormError>
      {ways.code && (
        <form method="post" action={action} class="plain">
          <Field
            name="code"
            label={t('secondStep.code')}
            type="text"
            autocomplete="one-time-code"
            longest={12}
            hint={t('secondStep.codeHint')}
            error={errorAt('code')}
          />
          {children}
          <button type="submit">{submit}</button>
        </form>
      )}
      {ways.passkey && <PasskeyButton texts={passkeyStepTexts(t, !ways.code)} page="people" />}
    </>
  );
}

/** What stands below that card: the form of the passkey's script, and the way for a recovery code. */
export function OtherFactorForms({ t, ways, action, submit, error }: FactorFormsProps) {
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return (
    <>
      {ways.passkey && <PasskeyForm action={action} />}
      {ways.code && (
        <details class="aside" open={error?.field === 'recovery'}>
          <summary>{t('secondStep.lost')}</summary>
          <form method="post" action={action} class="plain">
            <Field
              name="recovery"
              label={t('secondStep.recovery')}
              type="text"
              longest={60}
              hint={t('secondStep.recoveryHint')}
              error={errorAt('recovery')}
            />
            <Submit class="secondary">{submit}</Submit>
          </form>
        </details>
      )}
    </>
  );
}
