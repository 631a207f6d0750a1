import type { Person } from '../accounts/account-sql.js';
import { readableEmail } from '../accounts/email-address.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { LinkKind, PersonalChannel } from '../notifications/outbox-message.entity.js';
import { lookOf } from '../../platform/pages/look.js';
import type { AddedIdentifier, LinkView, Membership } from './link-shapes.js';
import type { MailedLink } from './mailed-link.entity.js';
import { HELPS_HELD, HELPS_LEAVING } from './link-kinds.js';

/** Links as the statements of `link-sql` return them. */

type AnyRow = Pick<
  MailedLink,
  'accountId' | 'identifierId' | 'newValue' | 'familyId' | 'invitedBy' | 'isHandedOver'
> & { readonly kind: LinkKind; readonly newType: AddedIdentifier['type'] | null };

/** A link that joins a family, and was used. */
export type JoiningRow = Pick<MailedLink, 'familyId' | 'memberType' | 'invitedBy' | 'sentId'>;

export type UsedRow = AnyRow & JoiningRow & Pick<MailedLink, 'signInId'>;

export type LinkRow = AnyRow &
  Pick<MailedLink, 'clientId' | 'invitedAs' | 'createdAt' | 'expiresAt' | 'endedAt' | 'endedBy'> & {
    readonly person: Person;
    readonly familyName: string | null;
    readonly clientName: string | null;
    readonly isClientGone: boolean;
    readonly hasExpired: boolean;
    readonly stands: boolean;
  };

/** The name that is shown if there is no client, or the client was deleted. */
const serviceName = (): string => lookOf(null).name;

export function linkViewOf(row: LinkRow, now: Date): LinkView {
  const { kind, accountId, createdAt, familyId, familyName, clientId: ofClient } = row;
  const { name, locale, timeZone, countryCode, identifiers } = row.person;
  return {
    ...{ kind, accountId, createdAt, name, locale, timeZone, countryCode, familyId, familyName, ofClient },
    state: stateOf(row, now),
    completes: completes(row),
    value: subjectOf(row).value,
    own: identifiers.flatMap(({ value, normalized }) => [value, normalized]),
    clientName: senderOf(row),
  };
}

/** The sender's name: of a client, or of a member; else of the service. */
export function senderOf({ clientName }: LinkRow): string {
  return clientName ?? serviceName();
}

export function isByMember({ clientId, clientName }: LinkRow): boolean {
  return clientId === null && clientName !== null;
}

/** Whether opening the link completes the account, as long as it is pending. */
function completes({ kind, invitedAs, person }: LinkRow): boolean {
  return (
    person.status === 'pending' && (kind === 'invitation' || (kind === 'membership' && invitedAs !== null))
  );
}

/** The kind of link that the reader sees: a person without an account does not sign in to accept. */
export function shownAs(row: LinkRow): LinkKind {
  return completes(row) ? 'invitation' : row.kind;
}

const HANDED_OVER = { channel: 'handover', recipient: '' } as const;

/**
 * Where the message with this link is sent. An administrator hands it over if its identifier is a login, which has no
 * channel (D25), or if it was made for that.
 */
export function addresseeOf(row: LinkRow): { channel: PersonalChannel; recipient: string } {
  const { type, normalized } = subjectOf(row);
  if (row.isHandedOver) return HANDED_OVER;
  if (type === 'Email') return { channel: 'email', recipient: normalized };
  if (type === 'Msisdn') return { channel: 'sms', recipient: normalized };
  return HANDED_OVER;
}

/** The membership that a used link gives; null: none. */
export function membershipOf({ familyId, memberType, invitedBy }: JoiningRow): Membership | null {
  return familyId === null || memberType === null ? null : { familyId, memberType, invitedBy };
}

function stateOf(row: LinkRow, now: Date): LinkView['state'] {
  const { kind, endedAt, endedBy, expiresAt } = row;
  const { status, isHeld, isLeaving } = row.person;
  const isHelp = (isHeld && HELPS_HELD.includes(kind)) || (isLeaving && HELPS_LEAVING.includes(kind));
  const isUsed = endedAt !== null && (endedBy ?? 'used') === 'used';
  if (isUsed || (kind === 'invitation' && status === 'active')) return 'used';
  if (status === 'disabled' && !isHelp) return 'closed';
  if (endedAt === null && expiresAt > now && !isWithdrawn(row)) return 'open';
  return row.hasExpired ? 'expired' : 'over';
}

/**
 * Whether the client or family of a proposal was deleted, or the member who sent the link may no longer give what it
 * gives.
 */
function isWithdrawn({ kind, isClientGone, familyId, stands }: LinkRow): boolean {
  if (!stands) return true;
  if (kind === 'membership') return isClientGone || familyId === null;
  return kind === 'confirmation' && isClientGone;
}

/** The identifier that the link is about: one that the account has, or would get. */
function subjectOf({ identifierId, newType, newValue, person }: LinkRow): Subject {
  const own = person.identifiers.find(({ id }) => id === identifierId);
  if (own) return own;
  const normalized = newValue as string;
  return { type: newType as IdentifierType, value: readableEmail(normalized), normalized };
}

type Subject = Omit<Person['identifiers'][number], 'id'>;
