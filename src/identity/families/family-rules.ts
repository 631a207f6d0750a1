import { MemberType, type MemberTypeValue } from './family-member.entity.js';

/** The roles of members, weakest first: a role is its position (§2.7). */
export const ROLE_NAMES = ['member', 'administrator', 'founder'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const ALL = ROLE_NAMES;
const BELOW_ADMINISTRATOR = ['member'] as const;
const BELOW_FOUNDER = ['member', 'administrator'] as const;

/** Whether a role may act: `true` where the act concerns no other member, else the roles that it may concern. */
type Allowed = true | readonly RoleName[];

/**
 * What members may do in their family (D384). Pages, calls and tests read this table; a role that an act doesn't name
 * may not do it. Acts that concern a role: removing or changing a member with it, inviting to it, handing over to it.
 */
export const FAMILY_RULES = {
  seeMembers: { member: true, administrator: true, founder: true },
  /** The founder of others hands the family over first (D17). */
  leave: { member: true, administrator: true, founder: true },
  rename: { administrator: true, founder: true },
  setPicture: { administrator: true, founder: true },
  /** Also whether they use applications that nobody registered (D430). */
  setServices: { administrator: true, founder: true },
  invite: { administrator: BELOW_ADMINISTRATOR, founder: BELOW_FOUNDER },
  seeInvitations: { administrator: true, founder: true },
  withdrawOwn: { administrator: true, founder: true },
  /** Invitations that another member sent (D260). */
  withdrawOthers: { founder: true },
  removeMember: { administrator: BELOW_ADMINISTRATOR, founder: BELOW_FOUNDER },
  makeAdministrator: { administrator: BELOW_ADMINISTRATOR, founder: BELOW_ADMINISTRATOR },
  makeMember: { founder: ['administrator'] },
  handOver: { founder: BELOW_FOUNDER },
  /** Only while nobody else is in the family. */
  dissolve: { founder: true },
} as const satisfies Readonly<Record<string, Partial<Readonly<Record<RoleName, Allowed>>>>>;

export type FamilyAct = keyof typeof FAMILY_RULES;
/** Acts that concern another member's role. */
export type ActOnMember = 'removeMember' | 'makeAdministrator' | 'makeMember' | 'handOver' | 'invite';

/** The role that the act gives. */
export const GIVEN_ROLE = {
  makeAdministrator: MemberType.administrator,
  makeMember: MemberType.member,
} as const;

/**
 * Whether a member with this role may act.
 * @param about the role that the act concerns; left out: whether it may concern any role
 */
export function mayAct(role: MemberTypeValue, act: FamilyAct, about?: MemberTypeValue): boolean {
  const rules: Partial<Record<RoleName, Allowed>> = FAMILY_RULES[act];
  const allowed = rules[ROLE_NAMES[role]] ?? false;
  if (allowed === true || allowed === false) return allowed;
  return about === undefined ? allowed.length > 0 : allowed.includes(ROLE_NAMES[about]);
}

/** The roles that the act may concern, weakest first. */
export function rolesFor(role: MemberTypeValue, act: ActOnMember): readonly RoleName[] {
  return ALL.filter((_, about) => mayAct(role, act, about as MemberTypeValue));
}
