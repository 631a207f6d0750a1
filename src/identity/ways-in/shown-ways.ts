import type { WayKind } from './ways.js';

/** The groups under which the owner of an account and administrators see its ways in, in this order. */
export const WAY_GROUPS = [
  'credentials',
  'identifiers',
  'browsers',
  'applications',
  'links',
  'invitations',
] as const;
export type WayGroup = (typeof WAY_GROUPS)[number];

/** The ways in of a kind are not shown one by one. */
interface NotShown {
  readonly because: string;
}

/** Where the ways in of each kind are shown (D325), or why they are not. docs/reference/security.md has it as a table. */
export const SHOWN = {
  password: 'credentials',
  knownBrowsers: { because: 'they open nothing, and what is kept of them does not say which browser it was' },
  sessions: 'browsers',
  administration: 'browsers',
  directGrants: 'applications',
  allowedGrants: 'applications',
  authorizations: { because: 'they end within minutes' },
  validationTokens: { because: 'they end within minutes' },
  devicePasswords: 'applications',
  resetLinks: 'links',
  additionLinks: 'links',
  recovery: 'links',
  stoppingLinks: { because: 'they stop what was added, or put an address back, and let nobody in' },
  proposals: 'links',
  sentInvitations: 'invitations',
  handOvers: { because: 'the page of the family shows it, and ends it' },
  trustedBrowsers: 'browsers',
  consents: 'applications',
  identifiers: 'identifiers',
  partnerIds: 'identifiers',
  passkeys: 'credentials',
  factors: 'credentials',
  setupCodes: { because: 'they end within a day, and open nothing without the password' },
} as const satisfies Record<WayKind, WayGroup | NotShown>;

/** The kinds that are shown. */
export type ShownKind = {
  [Kind in WayKind]: (typeof SHOWN)[Kind] extends WayGroup ? Kind : never;
}[WayKind];

export const SHOWN_KINDS = (Object.keys(SHOWN) as WayKind[]).filter(isShown);

/** Whether ways in of a kind are shown. @param kind as the caller sent it: unchecked */
export function isShown(kind: string): kind is ShownKind {
  return Object.hasOwn(SHOWN, kind) && typeof SHOWN[kind as WayKind] === 'string';
}
