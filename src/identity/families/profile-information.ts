import type { Database } from '../../platform/database/database.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import type { Long } from '../../platform/operations/long.js';
import type { Whereabouts } from '../../platform/pages/time-zones.js';
import type { IdentifierView } from '../accounts/account-information.view.js';
import type { MemberTypeValue } from './family-member.entity.js';
import { ROLE_NAMES, type RoleName } from './family-rules.js';

const FIND = {
  name: 'profile-information',
  text: `SELECT a.id, a.name, a.locale, a.time_zone AS "timeZone", a.country_code AS "countryCode",
                ${epochMillis('coalesce(a.profile_changed_at, a.created_at)')} AS "changedAt",
                (SELECT coalesce(json_agg(json_build_object('id', i.id::text, 'type', i.type, 'value', i.value,
                          'normalized', i.normalized, 'validated', i.is_validated::text) ORDER BY i.id), '[]')
                   FROM account_identifier i WHERE i.account_id = a.id) AS identifiers,
                (SELECT coalesce(json_agg(json_build_object('id', f.id::text, 'name', f.name, 'memberType', m.member_type)
                          ORDER BY f.id), '[]')
                   FROM family_member m JOIN family f ON f.id = m.family_id WHERE m.account_id = a.id) AS families
           FROM account a WHERE a.id = ANY($1::bigint[])`,
};

interface Row extends Record<string, unknown>, Omit<ProfileInformation, 'families'> {
  readonly id: Long;
  readonly families: readonly {
    readonly id: Long;
    readonly name: string;
    readonly memberType: MemberTypeValue;
  }[];
}

/** What an account tells of its person by the claims of OpenID Connect. */
export interface ProfileInformation extends Whereabouts {
  readonly name: string;
  readonly locale: string | null;
  /** When name, country, language or time zone last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
  readonly identifiers: readonly (IdentifierView & { readonly normalized: string })[];
  /** By their ids. */
  readonly families: readonly { readonly id: Long; readonly name: string; readonly role: RoleName }[];
}

/** Reads what the claims of OpenID Connect tell of accounts, in their order; null: the account was deleted. */
export async function profilesOf(
  database: Database,
  accountIds: readonly Long[],
): Promise<(ProfileInformation | null)[]> {
  const found = await database.query<Row>(FIND, [accountIds]);
  const byId = new Map(found.map(({ id, ...row }) => [id, row]));
  return accountIds.map((id) => {
    const row = byId.get(id);
    return row ? { ...row, families: row.families.map(withRole) } : null;
  });
}

function withRole({
  memberType,
  ...family
}: Row['families'][number]): ProfileInformation['families'][number] {
  return { ...family, role: ROLE_NAMES[memberType] };
}
