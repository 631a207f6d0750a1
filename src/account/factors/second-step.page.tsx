import type { ComponentChildren } from 'preact';
import { Checkbox, Field } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import { lookOf } from '../../platform/pages/look.js';
import { errorTexts, type ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type { Long } from '../../platform/operations/long.js';
import { SECOND_STEP } from '../../identity/sessions/sign-in.js';

export interface SecondStepProps {
  /** The client in whose look the page is; null: the server's. */
  readonly lookOf: Long | null;
  /** Other ways to make the step, above the form. */
  readonly offers: readonly ComponentChildren[];
  readonly trusts?: boolean;
  readonly error?: { readonly field: 'code' | 'recovery'; readonly key: ErrorKey };
}

/** Asks for the second factor, whichever page the sign-in began on. */
export function secondStepPage(reader: Reader, props: SecondStepProps): string {
  const t = textsIn(reader.language);
  const { offers, trusts = false, error } = props;
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return renderPage({
    reader,
    title: t('secondStep.title'),
    foot: '',
    look: lookOf(props.lookOf),
    isNarrow: true,
    children: (
      <>
        {offers}
        <form method="post" action={SECOND_STEP} class="card">
          <h1>{t('secondStep.title')}</h1>
          <p class="lead">{t('secondStep.lead')}</p>
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
        <p class="after aside">
          <a href="/lost-factor">{t('recovery.title')}</a> · <a href="/sign-in">{t('secondStep.other')}</a>
        </p>
      </>
    ),
  });
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
