import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { isYoung } from '../sign-ins/sign-in-sql.js';
import { youngSince, type Made } from '../ways-in/youth.js';
import type { AccountIdentifier } from './account-identifier.entity.js';

/** An address is dormant when its owner has not shown for this long that they read it. */
const DORMANT_MS = 400 * DAY;
/** The owner is asked before that, after this time. */
const ASKED_MS = 365 * DAY;

/** A confirmed e-mail address or phone number, which gets all notices, and what else it may do (D340). */
export interface AddressStanding extends Pick<AccountIdentifier, 'id' | 'value' | 'normalized'> {
  readonly type: 'Email' | 'Msisdn';
  /** It was there with the account, for 30 days, or was added by a settled second factor. */
  readonly isSettled: boolean;
  /**
   * Nobody showed for 400 days that they read it: the mailbox may be abandoned, or the number given to another person.
   */
  readonly isDormant: boolean;
  /** Nobody showed for a year that they read it: its owner is asked. */
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

/**
 * Whether the address may stop what someone else added. Phones get notices without a link, as numbers are given to
 * other people.
 */
export function mayStop({ type, isSettled, isDormant }: AddressStanding): boolean {
  return type === 'Email' && isSettled && !isDormant;
}

/**
 * Whether the address gets a link that puts it back when it is removed: a dormant one only if no other address decided
 * before (D350).
 */
export async function mayPutBack(
  tx: EntityManager,
  accountId: Long,
  removed: Pick<AccountIdentifier, 'id' | 'putBackAt'>,
  at: Date,
): Promise<boolean> {
  const found = (await decidingAddresses(tx, accountId, at)).find(({ id }) => id === removed.id);
  return removed.putBackAt === null && found?.type === 'Email' && found.isSettled;
}

/**
 * The addresses that choose a new password, and start and stop a recovery: the first of these groups that is not empty.
 */
const DECIDING: readonly ((address: AddressStanding) => boolean)[] = [
  mayStop,
  ({ type, isSettled, isDormant }) => type === 'Msisdn' && isSettled && !isDormant,
  ({ type, isSettled }) => type === 'Email' && isSettled,
  ({ isSettled }) => !isSettled,
];

/** Finds the addresses that decide. A dormant phone number decides nothing: it may belong to someone else by now. */
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
 * Notes that its owner reads the address. A dormant address stays dormant, unless it already decides (D350): otherwise
 * a thief with the password and an old mailbox could make that mailbox decide beside the owner's.
 * @param normalized only if it has this form; left out: whatever its form
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
 * Gives a dormant address the standing of one that its user has just added: young, unless that was done by a settled
 * second factor. An address that already decides stays settled.
 */
export async function wake(tx: EntityManager, accountId: Long, id: Long, made: Made): Promise<void> {
  await noteRead(tx, accountId, id, made.at);
  await tx.query(WAKE, [accountId, id, made.at, new Date(made.at.getTime() - DORMANT_MS), made.signInId]);
}
