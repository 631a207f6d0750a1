import type { TFunction } from 'i18next';
import { Field } from '../../platform/pages/form.js';

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
