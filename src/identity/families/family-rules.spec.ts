import { describe, expect, it } from '@jest/globals';
import { MemberType, type MemberTypeValue } from './family-member.entity.js';
import { FAMILY_RULES, mayAct, ROLE_NAMES, rolesFor, type FamilyAct } from './family-rules.js';

const [member, administrator, founder] = [0, 1, 2] as const satisfies MemberTypeValue[];
/** Acts that concern another member, written apart from the code: who may, about whom. */
const ON_MEMBERS: Readonly<Record<string, readonly (readonly [by: number, about: number])[]>> = {
  invite: [
    [administrator, member],
    [founder, member],
    [founder, administrator],
  ],
  removeMember: [
    [administrator, member],
    [founder, member],
    [founder, administrator],
  ],
  makeAdministrator: [
    [administrator, member],
    [founder, member],
  ],
  makeMember: [[founder, administrator]],
  handOver: [
    [founder, member],
    [founder, administrator],
  ],
};
/** Acts on the family: who may. */
const ON_FAMILY: Readonly<Record<string, readonly number[]>> = {
  seeMembers: [member, administrator, founder],
  leave: [member, administrator, founder],
  rename: [administrator, founder],
  setPicture: [administrator, founder],
  setServices: [administrator, founder],
  seeInvitations: [administrator, founder],
  withdrawOwn: [administrator, founder],
  withdrawOthers: [founder],
  dissolve: [founder],
};
const ROLES = [member, administrator, founder];

describe('the rules of a family (D384)', () => {
  it('every act is in the table of this test', () => {
    expect(Object.keys(FAMILY_RULES).sort()).toEqual(
      [...Object.keys(ON_MEMBERS), ...Object.keys(ON_FAMILY)].sort(),
    );
    expect(ROLE_NAMES.map((name) => MemberType[name])).toEqual(ROLES);
  });

  it.each(Object.entries(ON_MEMBERS))('%s: by each role about each role', (act, allowed) => {
    for (const by of ROLES) {
      for (const about of ROLES) {
        const isAllowed = allowed.some(([one, other]) => one === by && other === about);
        expect([by, about, mayAct(by, act as FamilyAct, about)]).toEqual([by, about, isAllowed]);
      }
      const about = allowed.filter(([one]) => one === by).map(([, other]) => ROLE_NAMES[other]);
      expect([by, mayAct(by, act as FamilyAct)]).toEqual([by, about.length > 0]);
      expect(rolesFor(by, act as 'invite')).toEqual(about);
    }
  });

  it.each(Object.entries(ON_FAMILY))('%s: by each role', (act, allowed) => {
    for (const by of ROLES) expect([by, mayAct(by, act as FamilyAct)]).toEqual([by, allowed.includes(by)]);
  });

  it('nobody acts on the founder', () => {
    for (const act of Object.keys(ON_MEMBERS))
      for (const by of ROLES)
        expect([act, by, mayAct(by, act as FamilyAct, founder)]).toEqual([act, by, false]);
  });
});
