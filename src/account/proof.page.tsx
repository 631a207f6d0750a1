import { Field } from '../platform/pages/form.js';
import { stepPage } from '../platform/pages/step-page.js';
import { typedFields, type ErrorKey } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { ProviderButtons } from '../oauth/providers/provider-buttons.js';
import { FactorForms, OtherFactorForms, type FactorError } from './factors/factor-forms.js';
import type { ProvingWays } from './ways/ways-in.js';

export interface ProofProps {
  /** The page of the account to go on to. */
  readonly next: string;
  readonly name: string;
  /** For password managers: an identifier of the account. */
  readonly username: string;
  /** The accepted proofs. */
  readonly ways: ProvingWays;
  readonly error?: FactorError | { readonly field: 'current'; readonly key: ErrorKey };
}

/** Asks a signed-in person for a new proof of identity, by the ways of this account (D253). */
export function proofPage(reader: Reader, { next, name, username, ways, error }: ProofProps): string {
  const t = textsIn(reader.language);
  const query = `?next=${encodeURIComponent(next)}`;
  const field = typedFields(t, error && { [error.field]: error.key });
  const hasFactor = ways.code || ways.passkey;
  const factorError = error && error.field !== 'current' ? error : undefined;
  const action = `/confirm/factor${query}`;
  const forms = { t, ways, action, submit: t('proof.submit'), error: factorError };
  return stepPage({
    reader,
    title: t('proof.title'),
    heading: null,
    children: (
      <>
        <div class="card">
          <h1>{t('proof.title')}</h1>
          <p class="lead">{t('proof.lead', { accountName: name })}</p>
          <FactorForms {...forms} />
          {ways.password && (
            <form method="post" action={`/confirm${query}`} class="plain">
              <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
              <Field
                {...field('current')}
                label={t('signIn.password')}
                type="password"
                autocomplete="current-password"
              />
              <button type="submit">{t('proof.submit')}</button>
            </form>
          )}
          <ProviderButtons
            t={t}
            providers={ways.providers}
            hasOther={false}
            pathOf={(id) => `/sign-in/provider/${id}?for=confirm&next=${encodeURIComponent(next)}`}
          />
          {!hasFactor && (
            <p class="after">
              <a href="/forgot-password">{t(ways.password ? 'signIn.forgotten' : 'provider.noPassword')}</a>
            </p>
          )}
        </div>
        <OtherFactorForms {...forms} />
        <p class="after aside">
          {hasFactor && (
            <>
              <a href="/lost-factor">{t('recovery.title')}</a> ·{' '}
            </>
          )}
          <a href="/account">{t('proof.back')}</a>
        </p>
      </>
    ),
  });
}
