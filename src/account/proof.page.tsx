import { Field } from '../platform/pages/form.js';
import { renderPage } from '../platform/pages/layout.js';
import { errorTexts, type ErrorKey } from '../platform/pages/page-errors.js';
import { PasskeyButton, PasskeyForm } from '../platform/pages/passkey-sign-in.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import type { FactorField, FactorWays } from '../identity/sessions/given-factors.js';
import { passkeyStepTexts } from './factors/second-step.page.js';

export interface ProofProps {
  /** The page of the account to go on to. */
  readonly next: string;
  readonly name: string;
  /** For password managers: an identifier of the account. */
  readonly username: string;
  /** What will do as well as the password. */
  readonly ways: FactorWays;
  readonly error?: { readonly field: FactorField | 'current'; readonly key: ErrorKey };
}

/** Asks who is signed in to show again that it is them (D253). */
export function proofPage(reader: Reader, { next, name, username, ways, error }: ProofProps): string {
  const t = textsIn(reader.language);
  const query = `?next=${encodeURIComponent(next)}`;
  const byFactor = `/confirm/factor${query}`;
  const errorAt = errorTexts(t, error && { [error.field]: error.key });
  return renderPage({
    reader,
    isNarrow: true,
    title: t('proof.title'),
    foot: '',
    children: (
      <>
        <form method="post" action={`/confirm${query}`} class="card">
          <h1>{t('proof.title')}</h1>
          <p class="lead">{t('proof.lead', { accountName: name })}</p>
          {error?.field === 'passkey' && (
            <p role="alert" class="notice error">
              {errorAt('passkey')}
            </p>
          )}
          <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
          <Field
            name="current"
            label={t('signIn.password')}
            type="password"
            autocomplete="current-password"
            error={errorAt('current')}
          />
          <button type="submit">{t('proof.submit')}</button>
          {ways.passkey && <PasskeyButton texts={passkeyStepTexts(t, false)} page="people" />}
        </form>
        {ways.passkey && <PasskeyForm action={byFactor} />}
        {ways.code && (
          <details class="aside" open={error?.field === 'code'}>
            <summary>{t('proof.second')}</summary>
            <form method="post" action={byFactor} class="plain">
              <Field
                name="code"
                label={t('secondStep.code')}
                type="text"
                autocomplete="one-time-code"
                longest={12}
                hint={t('secondStep.codeHint')}
                error={errorAt('code')}
              />
              <button type="submit" class="secondary">
                {t('proof.submit')}
              </button>
            </form>
          </details>
        )}
        <p class="after aside">
          <a href="/account">{t('proof.back')}</a>
        </p>
      </>
    ),
  });
}
