import type { TFunction } from 'i18next';
import type { AddressStanding } from '../identity/accounts/address-standing.js';
import { CheckupCard } from './checkup-card.js';
import type { Checkup } from './checkups.js';
import type { FormOutcome } from './frame/form-outcome.js';
import { renderSection } from './frame/account-frame.js';
import type { OwnProfile } from '../identity/accounts/profile-rules.js';
import { ButtonForm, Field, FormDone, Select } from '../platform/pages/form.js';
import { typedFields } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { LANGUAGES, textsIn, type Language } from '../platform/pages/texts/texts.js';
import { knownTimeZone, timeZoneOf, timeZones } from '../platform/pages/time-zones.js';

type AskedAddress = Pick<AddressStanding, 'id' | 'value' | 'isDormant'>;

interface ProfilePageProps {
  readonly profile: OwnProfile;
  readonly countryCodes: readonly string[];
  /** Addresses that showed no reader for a year. */
  readonly asked: readonly AskedAddress[];
  readonly checkup: Checkup;
  /** Why the form is shown again. */
  readonly outcome?: FormOutcome<OwnProfile>;
  /** What the form before the redirect did. */
  readonly done?: 'account.saved';
}

/** Name, country, language of messages and time zone; above them, addresses that may no longer be the person's. */
export function profilePage(reader: Reader, props: ProfilePageProps): string {
  const { profile, countryCodes, asked, checkup, outcome, done } = props;
  const { language } = reader;
  const t = textsIn(language);
  const { locale, timeZone }: OwnProfile = outcome?.values ?? profile;
  const field = typedFields(t, outcome?.errors, outcome?.values ?? profile);
  const countries = namesOf(language, 'region', countryCodes);
  const locales = [...new Set<string>([...LANGUAGES, profile.locale ?? 'en'])];
  const ofCountry = nameOf(timeZoneOf({ timeZone: null, countryCode: profile.countryCode }));
  const known = new Set([...timeZones(), knownTimeZone(profile.timeZone) ?? 'UTC']);
  const zones = [...known].sort().map((zone): [string, string] => [zone, nameOf(zone)]);
  return renderSection(reader, {
    section: 'profile',
    title: t('account.hello', { name: profile.name }),
    children: (
      <>
        <CheckupCard t={t} reader={reader} checkup={checkup} />
        {asked.length > 0 && <StillYours t={t} asked={asked} />}
        <section class="card" id="profile">
          <h2>{t('account.profile')}</h2>
          <FormDone>{done && t(done)}</FormDone>
          <form method="post" action="/account/profile" class="plain">
            <Field {...field('name')} label={t('invitation.name')} type="text" autocomplete="name" />
            <Select
              {...field('countryCode')}
              label={t('account.country')}
              autocomplete="country"
              options={[['', t('account.noCountry')], ...countries]}
            />
            <Select
              {...field('locale')}
              label={t('account.language')}
              value={locale ?? 'en'}
              autocomplete="language"
              options={namesOf(language, 'language', locales)}
              hint={t('account.languageHint')}
            />
            <Select
              {...field('timeZone')}
              label={t('account.timeZone')}
              value={knownTimeZone(timeZone) ?? ''}
              options={[['', t('account.timeZoneAutomatic', { zone: ofCountry })], ...zones]}
              hint={t('account.timeZoneHint')}
            />
            <button type="submit">{t('account.save')}</button>
          </form>
        </section>
      </>
    ),
  });
}

/** Asks once a year (D342): the new owner of an old mailbox or number could get into the account by it. */
function StillYours({ t, asked }: { readonly t: TFunction; readonly asked: readonly AskedAddress[] }) {
  return (
    <section class="card" id="still-yours">
      <h2>{t('account.stillYours.title')}</h2>
      <p>{t('account.stillYours.lead')}</p>
      <ul class="rows">
        {asked.map(({ id, value, isDormant }) => (
          <li key={id}>
            <div>
              {value}
              {isDormant && <div class="hint">{t('account.stillYours.dormant')}</div>}
            </div>
            <ButtonForm
              action={`/account/identifiers/${id}/keep`}
              class="secondary small"
              aria-label={t(`account.stillYours.${isDormant ? 'sendLabel' : 'label'}`, { value })}
            >
              {t(`account.stillYours.${isDormant ? 'send' : 'yes'}`)}
            </ButtonForm>
            <a href={`/account/identifiers/${id}`} aria-label={t('account.removeLabel', { value })}>
              {t('account.remove')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of a time zone in readable form. */
function nameOf(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** Returns codes with their names in a language, sorted by its rules. */
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
