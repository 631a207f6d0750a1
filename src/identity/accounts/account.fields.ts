import { LANGUAGES } from '../../platform/pages/texts/texts.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import type { Account } from './account.entity.js';
import { isCountryCode, localeOf, LONGEST_NAME, LONGEST_TAG, type AccountProfile } from './profile-rules.js';

/**
 * A person's profile as administrators, imports, bootstrap files and provisioning give it. The interface names are
 * those of createaccount.
 */
export const PROFILE_FIELDS = defineFields<AccountProfile>()({
  name: {
    kind: 'text',
    longest: LONGEST_NAME,
    label: 'Name',
    about: 'how Hearth and its applications address the person',
    rule: problemWithText,
    interfaceName: 'UserName',
    isRequired: true,
    isHidden: true,
    cli: { shown: 'name', option: { flag: 'name', value: 'name' } },
  },
  countryCode: {
    kind: 'text',
    shortest: 2,
    longest: 2,
    label: 'Country',
    about: 'ISO 3166-1 alpha-2, such as `DE`: phone numbers without a country code belong to it',
    rule: (text: string) => (isCountryCode(text) ? null : 'must be an ISO 3166-1 alpha-2 code'),
    interfaceName: 'UserCountryCode',
    isNullable: true,
    cli: {
      shown: 'country',
      option: { flag: 'country', value: 'code', help: 'ISO 3166-1 alpha-2, such as DE; "none": not given' },
    },
  },
  locale: {
    kind: 'text',
    shortest: 2,
    longest: LONGEST_TAG,
    label: 'Language',
    about: `ISO 639-1, such as \`de\`; of \`pt-BR\`, the \`pt\` is kept: messages come in ${LANGUAGES.join(', ')}, else in en`,
    rule: (text: string) => (localeOf(text) !== null ? null : 'must be an ISO 639-1 code'),
    interfaceName: 'Locale',
    isNullable: true,
    cli: {
      shown: 'language',
      option: { flag: 'language', value: 'code', help: 'ISO 639-1, such as de; "none": not given' },
    },
  },
});

/** An account as administrators see it: the administration API, `hearth account` and docs/administer/administration.md follow from it. */
export const ACCOUNT_FIELDS = defineFields<AccountProfile & Pick<Account, 'status' | 'role'>>()({
  ...PROFILE_FIELDS,
  status: {
    kind: 'choice',
    choices: ['pending', 'active', 'disabled'],
    label: 'Status',
    about:
      '`pending` until the person has chosen a password, `active`, or `disabled`: it can’t sign in, and its sessions and tokens are ended',
    cli: { shown: 'status' },
  },
  role: {
    kind: 'choice',
    choices: ['administrator', 'support'],
    label: 'Role',
    about: 'in the administration: `administrator`, `support`, or none',
    isNullable: true,
    cli: { shown: 'role', option: { flag: 'role', value: 'role' } },
  },
});
