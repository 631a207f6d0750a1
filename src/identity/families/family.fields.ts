import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import type { FamilyMember } from './family-member.entity.js';
import type { Family } from './family.entity.js';

/**
 * The fields of a family that administrators see: the administration API, the console's form, `hearth family`, bootstrap
 * files, the audit and docs/administration.md are derived from it, and so are two parameters of createfamily and updatefamily.
 */
export const FAMILY_FIELDS = defineFields<Pick<Family, 'name' | 'premiumType'>>()({
  name: {
    kind: 'text',
    longest: 255,
    label: 'Name',
    docs: 'what its members read',
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
    description: '0 Free, 1 Premium, 2 Premium_Plus',
    docs: '0 Free, 1 Premium, 2 Premium_Plus',
    interfaceName: 'Premium_Type',
    cli: { shown: 'premium', option: { flag: 'premium', value: 'type', help: 'its premium type' } },
  },
});

/** An account in a family (§2.7). */
export const MEMBERSHIP_FIELDS = defineFields<{ accountType: FamilyMember['memberType'] }>()({
  accountType: {
    kind: 'enum',
    names: ['member', 'administrator', 'founder'],
    label: 'Role',
    hint: 'A family has at most one founder.',
    description: '0 member, 1 administrator, 2 founder (at most one)',
    docs: '0 member, 1 administrator, 2 founder',
    startsAs: 'member',
    isRequired: true,
    cli: { shown: 'as', option: { flag: 'as', value: 'type', help: 'its role in the family' } },
  },
});

/** The services of a family (§2.5), by their names in the interface, with the default of a new family. */
export const FAMILY_SERVICES = {
  Calendar_Service: { member: 'calendarService', initial: true },
  Location_Service: { member: 'locationService', initial: true },
  Autotracking_Service: { member: 'autotrackingService', initial: false },
  Message_Service: { member: 'messageService', initial: true },
  Photo_Service: { member: 'photoService', initial: true },
  Video_Service: { member: 'videoService', initial: true },
  Audio_Service: { member: 'audioService', initial: true },
  Task_Service: { member: 'taskService', initial: true },
} as const satisfies Readonly<Record<string, { readonly member: keyof Family; readonly initial: boolean }>>;

export type ServiceName = keyof typeof FAMILY_SERVICES;
/** A service's member of the entity. */
export type Service = (typeof FAMILY_SERVICES)[ServiceName]['member'];
