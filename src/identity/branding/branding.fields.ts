import { normalAddress, problemWithAddress } from '../../platform/checks/address.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { problemWithAccent } from '../../platform/pages/accent.js';
import { defineFields } from '../../platform/records/field.js';
import type { Branding } from './branding.entity.js';

const LINK_LONGEST = 500;
const KEY = { regex: /^[\da-f]{64}$/, meaning: 'must be the key of an uploaded image' };

export type BrandingRecord = Omit<Branding, 'owner' | 'stage' | 'clientId'>;

/**
 * What can be branded: the administration API, the console's form, `hearth branding`, exports, bootstrap files, the audit and
 * docs/sign-people-in/branding.md are derived from it.
 */
export const BRANDING_FIELDS = defineFields<BrandingRecord>()({
  name: {
    kind: 'text',
    isNullable: true,
    longest: 60,
    label: 'Product name',
    hint: true,
    about: 'the product’s name in the head and title of people’s pages and in mails; 60 characters',
    example: 'Smith Family Cloud',
    rule: problemWithName,
    cli: { shown: 'name', option: { flag: 'name', value: 'text' } },
  },
  accentLight: {
    kind: 'text',
    isNullable: true,
    longest: 7,
    label: 'Accent on light pages',
    hint: true,
    about:
      'colour of buttons and focus on light pages, as `#1b5799`; its contrast with them is 4.5:1 or more',
    example: '#1b5799',
    rule: (colour) => problemWithAccent('light', colour),
    cli: {
      shown: 'accent light',
      option: { flag: 'accent-light', value: 'colour' },
    },
  },
  accentDark: {
    kind: 'text',
    isNullable: true,
    longest: 7,
    label: 'Accent on dark pages',
    hint: 'Left empty, it is derived from the light one; and the other way round.',
    about: 'the same on dark pages; if only one of the two is set, the other is derived from it',
    example: '#8cbcf4',
    rule: (colour) => problemWithAccent('dark', colour),
    cli: {
      shown: 'accent dark',
      option: { flag: 'accent-dark', value: 'colour', help: 'accent on dark pages, as #8cbcf4' },
    },
  },
  logo: image('Logo', 'key of the logo, which stands in the place of the name', 'Replaces the name.'),
  logoDark: image(
    'Logo on dark pages',
    'key of the logo on dark pages, where that needs its own',
    'Left empty, the logo stands on a light ground there.',
  ),
  icon: image('Icon', 'key of the icon that browsers show in tabs', 'Browsers show it in tabs.'),
  senderName: {
    kind: 'text',
    isNullable: true,
    longest: 60,
    label: 'Sender of mails',
    hint: true,
    about: 'name beside the address that mails come from (`MAIL_FROM`), which stays',
    example: 'Smith Family Cloud',
    rule: problemWithName,
    cli: { shown: 'sender', option: { flag: 'sender-name', value: 'text' } },
  },
  signature: {
    kind: 'text',
    isNullable: true,
    longest: 200,
    label: 'Signature of mails',
    about: 'last line of mails, above the name of the server',
    example: 'The Smith Family Cloud team',
    rule: problemWithLine,
    cli: { shown: 'signature', option: { flag: 'signature', value: 'text' } },
  },
  termsUrl: link('Terms of service', 'terms'),
  privacyUrl: link('Privacy policy', 'privacy'),
  supportUrl: link('Support', 'support'),
  passwordNote: {
    kind: 'text',
    isNullable: true,
    longest: 160,
    label: 'Line under the password field',
    hint: true,
    about: 'a line under the password field of the sign-in page, such as which password is meant; plain text',
    example: 'The password of your Smith account, not the one of your e-mail.',
    rule: problemWithLine,
    cli: {
      shown: 'password note',
      option: { flag: 'password-note', value: 'text' },
    },
  },
});

/** The fields that hold images, with how large they become at most. */
export const IMAGE_FIELDS = {
  logo: { width: 480, height: 96 },
  logoDark: { width: 480, height: 96 },
  icon: { width: 96, height: 96 },
} as const satisfies Partial<
  Record<keyof BrandingRecord, { readonly width: number; readonly height: number }>
>;

export type ImageField = keyof typeof IMAGE_FIELDS;
export const IMAGE_NAMES = Object.keys(IMAGE_FIELDS) as readonly ImageField[];

function image<const Label extends string>(label: Label, docs: string, hint: string) {
  return {
    kind: 'text',
    isNullable: true,
    pattern: KEY,
    label,
    hint,
    about: `${docs}; it is answered by \`POST /admin/api/branding/images\``,
    isOffForm: true,
    cli: { shown: label.toLowerCase() },
  } as const;
}

function link<const Label extends string>(label: Label, flag: string) {
  return {
    kind: 'text',
    isNullable: true,
    longest: LINK_LONGEST,
    label,
    hint: true,
    about: 'an https address, linked at the bottom of people’s pages',
    rule: problemWithLink,
    kept: normalAddress,
    cli: { shown: flag, option: { flag: `${flag}-url`, value: 'url', help: `address of the ${flag} page` } },
  } as const;
}

/** A name stands beside an address in mails: it must not look like another address. */
function problemWithName(name: string): string | null {
  return /[@<>"\\]/.test(name) ? 'must not contain any of @ < > " \\' : problemWithLine(name);
}

function problemWithLine(text: string): string | null {
  return text.trim() === text ? problemWithText(text) : 'must not begin or end with a space';
}

function problemWithLink(address: string): string | null {
  const must = 'must be an https address, such as https://www.example.com/terms';
  if (/["'<>]/.test(address)) return must; // it stands in mails of every kind
  return problemWithAddress(address, ({ protocol }) => protocol === 'https:', must);
}
