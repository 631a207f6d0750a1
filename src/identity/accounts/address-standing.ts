import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { isYoung } from '../sign-ins/sign-in-sql.js';
import { youngSince, type Made } from '../ways-in/youth.js';
import type { AccountIdentifier } from './account-identifier.entity.js';

/** An address whose owner was not seen to read it for so long is dormant. */
const DORMANT_MS = 400 * DAY;
/** Its owner is asked before that. */
const ASKED_MS = 365 * DAY;

/** A confirmed e-mail address or phone number, which hears of everything, and what else it may do (D340). */
export interface AddressStanding extends Pick<AccountIdentifier, 'id' | 'value' | 'normalized'> {
  readonly type: 'Email' | 'Msisdn';
  /** It was there with the account, for 30 days, or was added by a settled second factor. */
  readonly isSettled: boolean;
  /** Nobody was seen to read it for 400 days: the mailbox may be left, the number another's. */
  readonly isDormant: boolean;
  /** Nor for a year: its owner is asked. */
  readonly isAsked: boolean;
}

const FIND = `SELECT id, type, value, normalized, confirmed_at <= $3 AS "isDormant", confirmed_at <= $4 AS "isAsked",
       NOT coalesce(${isYoung('added_at', 'sign_in_id', '$2::timestamptz', '2')}, false) AS "isSettled"
  FROM account_identifier WHERE account_id = $1 AND is_validated AND type IN ('Email', 'Msisdn') ORDER BY id`;

/** The oldest first. */
export function addressStandings(tx: EntityManager, accountId: Long, now: Date): Promise<AddressStanding[]> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  return tx.query<AddressStanding[]>(FIND, [
    accountId,
    youngSince(now),
    before(DORMANT_MS),
    before(ASKED_MS),
  ]);
}

/** It stops what somebody else added: phones are told without a link, as numbers are given to others. */
export function mayStop({ type, isSettled, isDormant }: AddressStanding): boolean {
  return type === 'Email' && isSettled && !isDormant;
}

/** A link that is sent to it when it is removed puts it back: a dormant one only where no other decided before (D350). */
export async function mayPutBack(
  tx: EntityManager,
  accountId: Long,
  removed: Pick<AccountIdentifier, 'id' | 'putBackAt'>,
  at: Date,
): Promise<boolean> {
  const found = (await decidingAddresses(tx, accountId, at)).find(({ id }) => id === removed.id);
  return removed.putBackAt === null && found?.type === 'Email' && found.isSettled;
}

/** Which addresses choose a new password, and start and stop a recovery: the first of these groups that has one. */
const DECIDING: readonly ((address: AddressStanding) => boolean)[] = [
  mayStop,
  ({ type, isSettled, isDormant }) => type === 'Msisdn' && isSettled && !isDormant,
  ({ type, isSettled }) => type === 'Email' && isSettled,
  ({ isSettled }) => !isSettled,
];

/** A dormant phone number decides nothing: it may be somebody else's by now. */
export async function decidingAddresses(
  tx: EntityManager,
  accountId: Long,
  now: Date,
): Promise<AddressStanding[]> {
  const confirmed = await addressStandings(tx, accountId, now);
  return DECIDING.map((group) => confirmed.filter(group)).find(({ length }) => length > 0) ?? [];
}

const NOTE_READ = `UPDATE account_identifier SET confirmed_at = $3 WHERE account_id = $1 AND id = $2 AND is_validated`;
const WAKE = `UPDATE account_identifier SET confirmed_at = $3, added_at = $3, sign_in_id = $5
  WHERE account_id = $1 AND id = $2 AND is_validated AND confirmed_at <= $4`;

/**
 * Its owner reads it. One that is dormant stays so, unless it decides already (D350): whoever has the password and an old
 * mailbox would make it decide beside the owner's.
 * @param normalized only if it is this one; left out: whichever
 */
export async function noteRead(
  tx: EntityManager,
  accountId: Long,
  id: Long,
  at: Date,
  normalized?: string,
): Promise<void> {
  const isMeant = (address: AddressStanding): boolean =>
    address.id === id && (normalized === undefined || address.normalized === normalized);
  const [found] = (await addressStandings(tx, accountId, at)).filter(isMeant);
  if (!found || (found.isDormant && !(await decidingAddresses(tx, accountId, at)).some(isMeant))) return;
  await tx.query(NOTE_READ, [accountId, id, at]);
}

/**
 * Makes a dormant address what it would be if its user had just added it: young, unless that takes a settled second factor.
 * One that decides already stays settled.
 */
export async function wake(tx: EntityManager, accountId: Long, id: Long, made: Made): Promise<void> {
  await noteRead(tx, accountId, id, made.at);
  await tx.query(WAKE, [accountId, id, made.at, new Date(made.at.getTime() - DORMANT_MS), made.signInId]);
}
