import type { Long } from '../../platform/operations/long.js';
import type { Preferences } from '../../platform/pages/reader.js';
import type { AccountStatus } from './account.entity.js';
import type { IdentifierType } from './identifier.js';

/**
 * Pieces of SQL about accounts, for statements that span the tables of several folders: only this folder names the
 * tables of accounts (ADR 2).
 */

/** The value of `personOf`; null where there is no such account. */
export interface Person extends Preferences {
  readonly name: string;
  readonly status: AccountStatus;
  readonly isHeld: boolean;
  readonly isLeaving: boolean;
  readonly identifiers: readonly {
    readonly id: Long;
    readonly type: IdentifierType;
    readonly value: string;
    readonly normalized: string;
  }[];
}

/** A condition on the table `account`: it is on hold, until a time (D328) or until it is opened by a link (D346). */
export const IS_HELD = `(status = 'disabled' AND (held_until IS NOT NULL OR secured_at IS NOT NULL))`;

/** A condition on the table `account`: its user asked to delete it and may still keep it (D237). */
const IS_LEAVING = `(status = 'disabled' AND deletes_at IS NOT NULL)`;

/** An assignment to the table `account`: it is no longer on hold. */
export const UNHELD = 'held_until = NULL, secured_at = NULL, secured_for = NULL';

/**
 * An expression: an account with its identifiers, as one JSON value.
 * @param accountId SQL
 */
export function personOf(accountId: string): string {
  return `(SELECT json_build_object('name', a.name, 'status', a.status, 'isHeld', ${IS_HELD}, 'isLeaving', ${IS_LEAVING}, 'locale', a.locale, 'timeZone', a.time_zone, 'countryCode', a.country_code, 'identifiers', ARRAY(
             SELECT json_build_object('id', n.id::text, 'type', n.type, 'value', n.value, 'normalized', n.normalized)
               FROM account_identifier n WHERE n.account_id = a.id ORDER BY n.id))
             FROM account a WHERE a.id = ${accountId})`;
}

/**
 * An expression: the account's name.
 * @param accountId SQL
 */
export function nameOf(accountId: string): string {
  return `(SELECT a.name FROM account a WHERE a.id = ${accountId})`;
}

/**
 * A condition: the account has this status.
 * @param accountId SQL
 * @param status SQL
 */
export function hasStatus(accountId: string, status: string): string {
  return `EXISTS (SELECT FROM account a WHERE a.id = ${accountId} AND a.status = ${status})`;
}

/**
 * A condition: the account is on hold.
 * @param accountId SQL
 */
export function hasHold(accountId: string): string {
  return `EXISTS (SELECT FROM account WHERE id = ${accountId} AND ${IS_HELD})`;
}

/**
 * A condition: its user asked to delete the account, and may still keep it.
 * @param accountId SQL
 */
export function hasDeletionAsked(accountId: string): string {
  return `EXISTS (SELECT FROM account WHERE id = ${accountId} AND ${IS_LEAVING})`;
}

/**
 * A condition: a remedy took this identifier out of use.
 * @param identifierId SQL
 */
export function isSuspended(identifierId: string): string {
  return `EXISTS (SELECT FROM account_identifier n WHERE n.id = ${identifierId} AND n.suspended_at IS NOT NULL)`;
}

/**
 * A query for the WITH clause: the id of the account, which is locked.
 * @param accountId SQL
 */
export function lockedAccount(accountId: string): string {
  return `SELECT id FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`;
}

/**
 * A condition: the account still has the password that was given, so that a password that was replaced meanwhile opens
 * nothing.
 * @param mark SQL: the SHA-256 of its hash; null: it was not by password
 */
export function stillBy(mark: string, account = 'account'): string {
  return `(${mark}::bytea IS NULL OR ${mark}::bytea = sha256(convert_to(${account}.password_hash, 'UTF8')))`;
}

/** The mark of a password, as `stillBy` takes it. */
export function valueOfMark(mark: string | null | undefined): Buffer | null {
  return mark ? Buffer.from(mark, 'base64url') : null;
}

/**
 * A condition: the account is pending, of no client and without a role, and has one identifier, which nobody confirmed.
 * @param accountId SQL
 */
export function isUntouched(accountId: string): string {
  return `EXISTS (SELECT FROM account a WHERE a.id = ${accountId} AND a.status = 'pending' AND a.created_by IS NULL AND a.role IS NULL
             AND (SELECT count(*) = 1 AND NOT bool_or(n.is_validated) FROM account_identifier n WHERE n.account_id = a.id))`;
}
