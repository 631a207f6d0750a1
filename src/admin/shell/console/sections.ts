import type { Role } from '../../../identity/accounts/account.entity.js';
import type { IconName } from './icon.js';

interface SectionEntry {
  readonly href: string;
  readonly name: string;
  /** Support sees only the sections that it may open. */
  readonly role: Role;
  readonly icon: IconName;
  /** The letter that opens it after `g`; no other section has it. */
  readonly key: string;
}

/** Every section, by the key that its pages use. */
const SECTIONS = {
  home: { href: '/admin', name: 'Overview', role: 'support', icon: 'overview', key: 'o' },
  accounts: { href: '/admin/accounts', name: 'Accounts', role: 'support', icon: 'accounts', key: 'a' },
  families: { href: '/admin/families', name: 'Families', role: 'support', icon: 'families', key: 'f' },
  clients: { href: '/admin/clients', name: 'Clients', role: 'administrator', icon: 'clients', key: 'c' },
  rulesets: { href: '/admin/rulesets', name: 'Rulesets', role: 'administrator', icon: 'rulesets', key: 'r' },
  grants: { href: '/admin/grants', name: 'Grants', role: 'support', icon: 'grants', key: 'g' },
  webhooks: {
    href: '/admin/webhooks',
    name: 'Webhooks',
    role: 'administrator',
    icon: 'webhooks',
    key: 'w',
  },
  resources: {
    href: '/admin/resources',
    name: 'Resources',
    role: 'administrator',
    icon: 'resources',
    key: 'e',
  },
  outbox: { href: '/admin/outbox', name: 'Outbox', role: 'support', icon: 'outbox', key: 'm' },
  audit: { href: '/admin/audit', name: 'Audit', role: 'support', icon: 'audit', key: 'l' },
  providers: {
    href: '/admin/providers',
    name: 'Sign-in providers',
    role: 'administrator',
    icon: 'providers',
    key: 'p',
  },
  branding: { href: '/admin/branding', name: 'Branding', role: 'administrator', icon: 'branding', key: 'b' },
  settings: { href: '/admin/settings', name: 'Settings', role: 'administrator', icon: 'settings', key: 's' },
  doctor: { href: '/admin/doctor', name: 'Doctor', role: 'administrator', icon: 'doctor', key: 'd' },
} as const satisfies Record<string, SectionEntry>;

export type Section = keyof typeof SECTIONS;

/** The side bar: groups in their order; one without a name has no heading. */
const GROUPS: readonly { readonly name: string | null; readonly sections: readonly Section[] }[] = [
  { name: null, sections: ['home'] },
  { name: 'People', sections: ['accounts', 'families'] },
  { name: 'Applications', sections: ['clients', 'rulesets', 'resources', 'grants', 'webhooks'] },
  { name: 'Operation', sections: ['outbox', 'audit', 'providers', 'branding', 'settings', 'doctor'] },
];

export function sectionOf(key: Section): SectionEntry {
  return SECTIONS[key];
}

/** The groups with the sections that a role may open. */
export function groupsFor(role: Role) {
  const isOpen = (key: Section): boolean => role === 'administrator' || SECTIONS[key].role === 'support';
  return GROUPS.map(({ name, sections }) => ({ name, sections: sections.filter(isOpen) })).filter(
    ({ sections }) => sections.length > 0,
  );
}
