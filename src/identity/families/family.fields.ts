import { PROFILE_FIELDS } from '../accounts/account.fields.js';
import type { Service } from '../accounts/family-services.js';
import { normalizeIdentifier } from '../accounts/identifier.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields, type RecordOf } from '../../platform/records/field.js';
import type { FamilyMember } from './family-member.entity.js';
import type { Family } from './family.entity.js';

/**
 * The fields of a family that administrators see: the administration API, the console's form, `hearth family`, the audit
 * and docs/administer/administration.md are derived from it, and so are two parameters of createfamily and updatefamily.
 */
export const FAMILY_FIELDS = defineFields<Pick<Family, 'name' | 'premiumType'>>()({
  name: {
    kind: 'text',
    longest: 255,
    label: 'Name',
    about: 'its name, which its members read',
    rule: problemWithText,
    interfaceName: 'FamilyName',
    isRequired: true,
    isHidden: true,
    cli: { shown: 'name', option: { flag: 'name', value: 'name', help: 'its new name' } },
  },
  premiumType: {
    kind: 'enum',
    names: ['Free', 'Premium', 'Premium Plus'],
    label: 'Premium type',
    about: '0 Free, 1 Premium, 2 Premium_Plus',
    interfaceName: 'Premium_Type',
    cli: { shown: 'premium', option: { flag: 'premium', value: 'type', help: 'its premium type' } },
  },
});

/** A service of a family (§2.5), which members and administrators turn on and off. */
function service<const Name extends string>(interfaceName: Name, flag: string, what: string) {
  return {
    kind: 'flag',
    label: interfaceName.replace('_', ' '),
    about: `the family's ${what}`,
    interfaceName,
    cli: { shown: flag, option: { flag, help: `turn ${what} on`, helpOff: `turn ${what} off` } },
  } as const;
}

/** What an administrator changes in a family: its fields, and its services. Exports and bootstrap files have it too. */
export const FAMILY_SETTINGS = defineFields<
  Pick<Family, 'name' | 'premiumType' | 'refusesUnregistered' | Service>
>()({
  ...FAMILY_FIELDS,
  calendarService: service('Calendar_Service', 'calendar', 'calendar'),
  locationService: service('Location_Service', 'location', 'places'),
  autotrackingService: service('Autotracking_Service', 'autotracking', 'automatic tracking'),
  messageService: service('Message_Service', 'messages', 'messages'),
  photoService: service('Photo_Service', 'photos', 'photos'),
  videoService: service('Video_Service', 'videos', 'videos'),
  audioService: service('Audio_Service', 'audio', 'audio'),
  taskService: service('Task_Service', 'tasks', 'tasks'),
  refusesUnregistered: {
    kind: 'flag',
    label: 'Refuses unregistered applications',
    hint: 'Its members can allow no application that nobody registered. Those that they allowed before stay.',
    about:
      'whether its members can allow no [application that nobody registered](sign-people-in/unregistered-clients.md)',
    cli: {
      shown: 'refuses unregistered',
      option: {
        flag: 'refuse-unregistered',
        help: 'its members can allow no application that nobody registered',
        helpOff: 'they can',
      },
    },
  },
});

/** An account in a family (§2.7). */
export const MEMBERSHIP_FIELDS = defineFields<{ accountType: FamilyMember['memberType'] }>()({
  accountType: {
    kind: 'enum',
    names: ['member', 'administrator', 'founder'],
    label: 'Role',
    hint: 'A family has at most one founder.',
    about: '0 member, 1 administrator, 2 founder',
    startsAs: 'member',
    isRequired: true,
    cli: { shown: 'as', option: { flag: 'as', value: 'type', help: 'its role in the family' } },
  },
});

const { name, locale } = PROFILE_FIELDS;

/** The fields that an administrator creates a family with; its founder is an existing account. */
export const NEW_FAMILY_FIELDS = defineFields<
  Pick<Family, 'name' | 'premiumType'> & { founder: string | null }
>()({
  ...FAMILY_FIELDS,
  founder: {
    kind: 'text',
    longest: 320,
    label: 'Founder',
    hint: 'An existing account: its number, e-mail address, phone number or login. Empty: a family without members.',
    about: 'an existing account, by its number or an identifier; without it the family has no members',
    isNullable: true,
    cli: {
      shown: 'founder',
      option: { flag: 'founder', value: 'account' },
    },
  },
});

/** The fields that an administrator invites a person without an account to a family with (D199). */
export const FAMILY_INVITATION_FIELDS = defineFields<
  Pick<RecordOf<typeof PROFILE_FIELDS>, 'name' | 'locale'> &
    RecordOf<typeof MEMBERSHIP_FIELDS> & { email: string }
>()({
  email: {
    kind: 'text',
    longest: 320,
    label: 'E-mail address',
    about: 'where the invitation is sent; the person signs in with it',
    rule: (text: string) =>
      normalizeIdentifier('Email', text) === null
        ? 'must be an e-mail address such as anna@family.example'
        : null,
    isRequired: true,
    cli: {
      shown: 'email',
      option: { flag: 'email', value: 'address' },
    },
  },
  name: { ...name, cli: { shown: 'name', option: { flag: 'name', value: 'name' } } },
  accountType: MEMBERSHIP_FIELDS.accountType,
  locale: {
    ...locale,
    hint: 'Language of the invitation, such as de. Empty: English.',
    cli: {
      shown: 'language',
      option: { flag: 'locale', value: 'language', help: 'of the invitation, such as de' },
    },
  },
});
