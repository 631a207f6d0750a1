import type { Person } from '../accounts/account-sql.js';
import { readableEmail } from '../accounts/email-address.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import type { LinkKind, PersonalChannel } from '../notifications/outbox-message.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { lookOf } from '../../platform/pages/look.js';
import type { AddedIdentifier, LinkView, Membership } from './link-shapes.js';
import type { LinkEnd } from './link-ends.js';
import { HELPS_HELD, HELPS_LEAVING } from './link-kinds.js';

/** Links as the statements of `link-sql` return them. */

interface AnyRow {
  kind: LinkKind;
  account_id: Long;
  identifier_id: Long | null;
  new_type: AddedIdentifier['type'] | null;
  new_value: string | null;
  family_id: Long | null;
  invited_by: Long | null;
  is_handed_over: boolean;
}

/** A link that joins a family, and was used. */
export interface JoiningRow {
  family_id: Long | null;
  member_type: MemberTypeValue | null;
  invited_by: Long | null;
  sent_id: Long | null;
}

export type UsedRow = AnyRow & JoiningRow & { sign_in_id: Long | null };

export interface LinkRow extends AnyRow {
  client_id: Long | null;
  invited_as: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  ended_by: LinkEnd | null;
  person: Person;
  family_name: string | null;
  client_name: string | null;
  is_client_gone: boolean;
  has_expired: boolean;
  stands: boolean;
}

/** Shown in place of a client that was deleted, or that there is none. */
const serviceName = (): string => lookOf(null).name;

export function viewOf(row: LinkRow, now: Date): LinkView {
  const { person } = row;
  return {
    kind: row.kind,
    accountId: row.account_id,
    createdAt: row.created_at,
    state: stateOf(row, now),
    completes: completes(row),
    name: person.name,
    locale: person.locale,
    timeZone: person.timeZone,
    countryCode: person.countryCode,
    value: subjectOf(row).value,
    own: person.identifiers.flatMap(({ value, normalized }) => [value, normalized]),
    familyId: row.family_id,
    familyName: row.family_name,
    clientName: senderOf(row),
    ofClient: row.client_id,
  };
}

/** Who sent it: a client, or a member; else the service. */
export function senderOf({ client_name: name }: LinkRow): string {
  return name ?? serviceName();
}

export function isByMember({ client_id: clientId, client_name: name }: LinkRow): boolean {
  return clientId === null && name !== null;
}

/** Whoever opens it completes the account by it, as long as nobody has. */
function completes({ kind, invited_as: invitedAs, person }: LinkRow): boolean {
  return (
    person.status === 'pending' && (kind === 'invitation' || (kind === 'membership' && invitedAs !== null))
  );
}

/** What the link is to whoever opens it: who has no account yet does not sign in to accept. */
export function shownAs(row: LinkRow): LinkKind {
  return completes(row) ? 'invitation' : row.kind;
}

const HANDED_OVER = { channel: 'handover', recipient: '' } as const;

/**
 * Where a message about this identifier is sent. An administrator hands a link over whose identifier is a login, which has no
 * channel (D25), and one that was made for that.
 */
export function addresseeOf(row: LinkRow): { channel: PersonalChannel; recipient: string } {
  const { type, normalized } = subjectOf(row);
  if (row.is_handed_over) return HANDED_OVER;
  if (type === 'Email') return { channel: 'email', recipient: normalized };
  if (type === 'Msisdn') return { channel: 'sms', recipient: normalized };
  return HANDED_OVER;
}

/** What a link that was used gives; null: no membership. */
export function membershipOf(row: JoiningRow): Membership | null {
  const { family_id: familyId, member_type: memberType, invited_by: invitedBy } = row;
  return familyId === null || memberType === null ? null : { familyId, memberType, invitedBy };
}

function stateOf(row: LinkRow, now: Date): LinkView['state'] {
  const { kind, used_at: endedAt, ended_by: endedBy, expires_at: expiresAt } = row;
  const { status, isHeld, isLeaving } = row.person;
  const isHelp = (isHeld && HELPS_HELD.includes(kind)) || (isLeaving && HELPS_LEAVING.includes(kind));
  const isUsed = endedAt !== null && (endedBy ?? 'used') === 'used';
  if (isUsed || (kind === 'invitation' && status === 'active')) return 'used';
  if (status === 'disabled' && !isHelp) return 'closed';
  if (endedAt === null && expiresAt > now && !isWithdrawn(row)) return 'open';
  return row.has_expired ? 'expired' : 'over';
}

/** Whether the client or family of a proposal was deleted, or the member who sent a link may give no longer what it gives. */
function isWithdrawn({ kind, is_client_gone: isClientGone, family_id: familyId, stands }: LinkRow): boolean {
  if (!stands) return true;
  if (kind === 'membership') return isClientGone || familyId === null;
  return kind === 'confirmation' && isClientGone;
}

/** The identifier that the link is about: one of the account's, or one that it would get. */
function subjectOf({ identifier_id: id, new_type: type, new_value: value, person }: LinkRow): Subject {
  const own = person.identifiers.find((identifier) => identifier.id === id);
  if (own) return own;
  const normalized = value as string;
  return { type: type as IdentifierType, value: readableEmail(normalized), normalized };
}

type Subject = Omit<Person['identifiers'][number], 'id'>;
