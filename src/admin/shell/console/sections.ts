import type { Role } from '../../../identity/accounts/account.entity.js';
import type { IconName } from './icon.js';

interface SectionEntry {
  readonly name: string;
  /** Support sees only the sections that it may open. */
  readonly role: Role;
  /** The letter that opens it after `g`; no other section has it. */
  readonly key: string;
}

/** Every section. The key that its pages use is also its place under /admin, and the name of its icon. */
const SECTIONS = {
  overview: { name: 'Overview', role: 'support', key: 'o' },
  accounts: { name: 'Accounts', role: 'support', key: 'a' },
  families: { name: 'Families', role: 'support', key: 'f' },
  clients: { name: 'Clients', role: 'administrator', key: 'c' },
  rulesets: { name: 'Rulesets', role: 'administrator', key: 'r' },
  grants: { name: 'Grants', role: 'support', key: 'g' },
  webhooks: { name: 'Webhooks', role: 'administrator', key: 'w' },
  resources: { name: 'Resources', role: 'administrator', key: 'e' },
  outbox: { name: 'Outbox', role: 'support', key: 'm' },
  audit: { name: 'Audit', role: 'support', key: 'l' },
  providers: { name: 'Sign-in providers', role: 'administrator', key: 'p' },
  branding: { name: 'Branding', role: 'administrator', key: 'b' },
  settings: { name: 'Settings', role: 'administrator', key: 's' },
  doctor: { name: 'Doctor', role: 'administrator', key: 'd' },
} as const satisfies Partial<Record<IconName, SectionEntry>>;

export type Section = keyof typeof SECTIONS;

/** The side bar: groups in their order; one without a name has no heading. */
const GROUPS: readonly { readonly name: string | null; readonly sections: readonly Section[] }[] = [
  { name: null, sections: ['overview'] },
  { name: 'People', sections: ['accounts', 'families'] },
  { name: 'Applications', sections: ['clients', 'rulesets', 'resources', 'grants', 'webhooks'] },
  { name: 'Operation', sections: ['outbox', 'audit', 'providers', 'branding', 'settings', 'doctor'] },
];

/** Its address, name and icon. */
export function sectionOf(
  section: Section,
): SectionEntry & { readonly href: string; readonly icon: IconName } {
  const href = section === 'overview' ? '/admin' : `/admin/${section}`;
  return { ...SECTIONS[section], href, icon: section };
}

/** The groups with the sections that a role may open. */
export function groupsFor(role: Role) {
  const isOpen = (key: Section): boolean => role === 'administrator' || SECTIONS[key].role === 'support';
  return GROUPS.map(({ name, sections }) => ({ name, sections: sections.filter(isOpen) })).filter(
    ({ sections }) => sections.length > 0,
  );
}
