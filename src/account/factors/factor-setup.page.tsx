import type { SetupView } from '../../identity/factors/factor-setup.js';
import { Field } from '../../platform/pages/form.js';
import { errorTexts, type ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { SetupCodeField } from './setup-code-field.js';
import { renderSection } from '../frame/account-frame.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';

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
  const { setup, keyText, picture } = view;
  const t = textsIn(reader.language);
  const errorAt = errorTexts(t, error && { [error === 'setupCodeWrong' ? 'setupCode' : 'code']: error });
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.title'),
    children: (
      <section class="card">
        <p>{t('factors.scan')}</p>
        <img class="qr" src={picture} alt={t('factors.picture')} width={200} height={200} />
        <p>
          {t('factors.key')}: <code>{keyText}</code>
        </p>
        <p>{t('factors.confirmLead')}</p>
        <form method="post" action={`${SECOND_FACTOR}/confirm`} class="plain">
          <input type="hidden" name="setup" value={setup} />
          <Field
            name="code"
            label={t('secondStep.code')}
            type="text"
            autocomplete="one-time-code"
            longest={12}
            hint={t('secondStep.codeHint')}
            error={errorAt('code')}
          />
          {takesSetupCode && <SetupCodeField t={t} value={setupCode} error={errorAt('setupCode')} />}
          <button type="submit">{t('factors.confirm')}</button>
        </form>
      </section>
    ),
  });
}

/** Shows recovery codes, this once. */
export function recoveryCodesPage(reader: Reader, codes: readonly string[]): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'signIn',
    title: t('factors.codesTitle'),
    children: (
      <section class="card">
        <p>{t('factors.codesLead')}</p>
        <ol class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p>
          <a href={SECOND_FACTOR}>{t('factors.codesDone')}</a>
        </p>
      </section>
    ),
  });
}
