import type { TFunction } from 'i18next';
import { ConnectedApps, SignIns, type SignInsProps } from './account-sign-ins.js';
import { Field, Select } from '../platform/pages/form.js';
import { renderPage } from '../platform/pages/layout.js';
import { errorTexts, type PageErrors } from '../platform/pages/page-errors.js';
import { LANGUAGES, textsIn, type Language } from '../platform/pages/texts/texts.js';

interface Profile {
  readonly name: string;
  readonly countryCode: string | null;
  readonly locale: string | null;
}

/** The outcome of one form. */
interface FormOutcome<Values> {
  readonly isDone: boolean;
  /** As they were typed. */
  readonly values?: Values;
  readonly errors?: PageErrors;
}

/** The outcome of the form that was sent; the others have none. */
export interface AccountOutcome {
  readonly profile?: FormOutcome<Profile>;
  readonly address?: FormOutcome<{ readonly identifier: string }>;
  readonly password?: FormOutcome<never>;
}

export interface AccountPageProps extends Profile, SignInsProps {
  readonly countryCodes: readonly string[];
  readonly identifiers: readonly {
    /** null: the person can't remove it. */
    readonly id: string | null;
    readonly value: string;
    readonly isValidated: boolean;
  }[];
  /** Addresses that will be added once they are confirmed. */
  readonly waiting: readonly string[];
  readonly families: readonly string[];
  readonly outcome: AccountOutcome;
}

interface SectionProps {
  readonly t: TFunction;
  readonly props: AccountPageProps;
}

/** The account page: profile, password, addresses, and what is signed in or connected (D61). */
export function accountPage(language: Language, props: AccountPageProps): string {
  const t = textsIn(language);
  return renderPage({
    language,
    title: t('account.title'),
    foot: '',
    children: (
      <>
        <h1>{t('account.hello', { name: props.name })}</h1>
        <Identifiers t={t} props={props} />
        <ProfileForm t={t} props={props} language={language} />
        <ConnectedApps t={t} language={language} apps={props.apps} />
        <SignIns t={t} language={language} signIns={props.signIns} />
        <PasswordForm t={t} props={props} />
        <form method="post" action="/sign-out" class="quiet">
          <button type="submit" class="secondary outline">
            {t('account.signOut')}
          </button>
        </form>
      </>
    ),
  });
}

function Identifiers({ t, props: { identifiers, waiting, families, outcome } }: SectionProps) {
  const { isDone, values, errors } = outcome.address ?? {};
  const errorAt = errorTexts(t, errors);
  const typed = values?.identifier ?? '';
  const canRemove = identifiers.filter(({ id }) => id !== null).length > 1;
  return (
    <section class="card" id="identifiers">
      <h2>{t('account.you')}</h2>
      <ul class="facts">
        {identifiers.map(({ id, value, isValidated }) => (
          <li key={value}>
            {value} {isValidated && <small>{t('account.validated')}</small>}{' '}
            {canRemove && id !== null && (
              <a href={`/account/identifiers/${id}`} aria-label={t('account.removeLabel', { value })}>
                {t('account.remove')}
              </a>
            )}
          </li>
        ))}
        {waiting.map((value) => (
          <li key={value}>
            {value} <small>{t('account.waiting')}</small>
          </li>
        ))}
        {families.map((family) => (
          <li key={family}>{t('account.family', { family })}</li>
        ))}
      </ul>
      {isDone && <p role="status">{t('account.addressSent', { value: typed })}</p>}
      <details open={isDone === false}>
        <summary>{t('account.addAddress')}</summary>
        <form method="post" action="/account/identifiers#identifiers" class="plain">
          <Field
            name="identifier"
            label={t('account.address')}
            type="text"
            autocomplete="off"
            value={isDone ? '' : typed}
            hint={t('account.addressHint')}
            error={errorAt('identifier')}
          />
          <Field
            name="current"
            id="proof"
            label={t('account.proof')}
            type="password"
            autocomplete="current-password"
            error={errorAt('current')}
          />
          <button type="submit">{t('account.add')}</button>
        </form>
      </details>
    </section>
  );
}

function ProfileForm({ t, props, language }: SectionProps & { readonly language: Language }) {
  const { isDone, values, errors } = props.outcome.profile ?? {};
  const { name, countryCode, locale } = isDone === false && values ? values : props;
  const errorAt = errorTexts(t, errors);
  const countries = namesOf(language, 'region', props.countryCodes);
  const locales = [...new Set<string>([...LANGUAGES, props.locale ?? 'en'])];
  return (
    <section class="card" id="profile">
      <h2>{t('account.profile')}</h2>
      {isDone && <p role="status">{t('account.saved')}</p>}
      <form method="post" action="/account/profile#profile" class="plain">
        <Field
          name="name"
          label={t('invitation.name')}
          type="text"
          value={name}
          autocomplete="name"
          error={errorAt('name')}
        />
        <Select
          name="countryCode"
          label={t('account.country')}
          value={countryCode ?? ''}
          autocomplete="country"
          options={[['', t('account.noCountry')], ...countries]}
          error={errorAt('countryCode')}
        />
        <Select
          name="locale"
          label={t('account.language')}
          value={locale ?? 'en'}
          autocomplete="language"
          options={namesOf(language, 'language', locales)}
          hint={t('account.languageHint')}
          error={errorAt('locale')}
        />
        <button type="submit">{t('account.save')}</button>
      </form>
    </section>
  );
}

function PasswordForm({ t, props: { identifiers, outcome } }: SectionProps) {
  const { isDone, errors } = outcome.password ?? {};
  const errorAt = errorTexts(t, errors);
  return (
    <section class="card" id="password-section">
      <h2>{t('account.changePassword')}</h2>
      {isDone && <p role="status">{t('account.passwordChanged')}</p>}
      <form method="post" action="/account/password#password-section" class="plain">
        <input
          type="text"
          name="username"
          value={identifiers[0]?.value}
          autocomplete="username"
          readonly
          hidden
        />
        <Field
          name="current"
          label={t('account.currentPassword')}
          type="password"
          autocomplete="current-password"
          error={errorAt('current')}
        />
        <Field
          name="password"
          label={t('account.newPassword')}
          type="password"
          autocomplete="new-password"
          hint={t('invitation.passwordRule')}
          error={errorAt('password')}
        />
        <button type="submit">{t('account.changePassword')}</button>
      </form>
    </section>
  );
}

/** Codes with their names in a language, in its order. */
function namesOf(
  language: Language,
  type: 'region' | 'language',
  codes: readonly string[],
): [code: string, name: string][] {
  const names = new Intl.DisplayNames(language, { type });
  const { compare } = new Intl.Collator(language);
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => compare(a, b));
}
