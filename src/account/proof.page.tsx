import { Field } from '../platform/pages/form.js';
import { renderPage } from '../platform/pages/layout.js';
import { errorTexts, type ErrorKey } from '../platform/pages/page-errors.js';
import { PasskeyButton, PasskeyForm } from '../platform/pages/passkey-sign-in.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import type { FactorField } from '../identity/sessions/given-factors.js';
import { ProviderButtons } from '../oauth/providers/provider-buttons.js';
import { passkeyStepTexts } from './factors/second-step.page.js';
import type { Ways } from './ways-in.js';

export interface ProofProps {
  /** The page of the account to go on to. */
  readonly next: string;
  readonly name: string;
  /** For password managers: an identifier of the account. */
  readonly username: string;
  /** By what. */
  readonly ways: Ways;
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
        <div class="card">
          <h1>{t('proof.title')}</h1>
          <p class="lead">{t('proof.lead', { accountName: name })}</p>
          {error?.field === 'passkey' && (
            <p role="alert" class="notice error">
              {errorAt('passkey')}
            </p>
          )}
          {ways.password && (
            <form method="post" action={`/confirm${query}`} class="plain">
              <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
              <Field
                name="current"
                label={t('signIn.password')}
                type="password"
                autocomplete="current-password"
                error={errorAt('current')}
              />
              <button type="submit">{t('proof.submit')}</button>
            </form>
          )}
          {ways.passkey && <PasskeyButton texts={passkeyStepTexts(t, !ways.password)} page="people" />}
          <ProviderButtons
            t={t}
            providers={ways.connections.connected.map(({ provider }) => provider)}
            hasOther={ways.password || ways.passkey}
            pathOf={(id) => `/sign-in/provider/${id}?for=confirm&next=${encodeURIComponent(next)}`}
          />
          {!ways.password && (
            <p class="after">
              <a href="/forgot-password">{t('provider.noPassword')}</a>
            </p>
          )}
        </div>
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
