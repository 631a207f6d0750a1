import { In, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Made } from '../ways-in/youth.js';
import { AccountIdentifier } from './account-identifier.entity.js';
import { normalizeIdentifier, shownIdentifier, type IdentifierType } from './identifier.js';

/** Identifiers of accounts (§2.2); in a transaction by its manager. */

export interface NewIdentifier {
  readonly type: IdentifierType;
  readonly value: string;
  /** Set where it is already known: it can't be computed again for a national phone number. */
  readonly normalized?: string;
  /** Confirmed; for an ExternalId: connected (D157). */
  readonly isValidated: boolean;
  /** For an ExternalId: the system that it belongs to (D115). */
  readonly issuer?: string;
  /** How its user came to have it; left out: someone else gave it to the account. */
  readonly made?: Made;
}

/** An identifier for an account; it must be well-formed (`normalizeIdentifier`). */
export interface OwnedIdentifier extends NewIdentifier {
  readonly accountId: Long;
  /** The country that a phone number may be written for. */
  readonly countryCode?: string | null;
}

/**
 * Adds identifiers by one statement.
 * @returns their ids in the same order
 * @throws CallError accountAlreadyExists: an identifier is unique across all accounts (§2.2); then none is added
 */
export async function addIdentifiers(
  tx: EntityManager,
  identifiers: readonly OwnedIdentifier[],
): Promise<Long[]> {
  const rows = identifiers.map(rowOf);
  try {
    await tx.insert(AccountIdentifier, rows);
  } catch (cause) {
    throw isUniqueViolation(cause) ? new CallError(Errors.accountAlreadyExists) : cause;
  }
  return rows.map(({ id }) => id);
}

/** @throws CallError accountAlreadyExists, as `addIdentifiers` does */
export async function addIdentifier(
  tx: EntityManager,
  accountId: Long,
  identifier: NewIdentifier,
): Promise<Long> {
  const [id] = await addIdentifiers(tx, [{ ...identifier, accountId }]);
  return id;
}

/** @param issuer for an ExternalId: the system that it belongs to */
export function findIdentifier(
  tx: EntityManager,
  normalized: string,
  issuer = '',
): Promise<AccountIdentifier | null> {
  return tx.findOneBy(AccountIdentifier, { normalized, issuer });
}

export function isPhoneNumber(tx: EntityManager, id: Long): Promise<boolean> {
  return tx.existsBy(AccountIdentifier, { id, type: 'Msisdn' });
}

/** The oldest first. */
export function identifiersOf(tx: EntityManager, accountId: Long): Promise<AccountIdentifier[]> {
  return tx.find(AccountIdentifier, { where: { accountId }, order: { id: 'ASC' } });
}

/** The ExternalIds by which an account can sign in at these issuers, the oldest first. */
export async function externalIdsOf(
  tx: EntityManager,
  accountId: Long,
  issuers: readonly string[],
): Promise<AccountIdentifier[]> {
  if (issuers.length === 0) return [];
  const where = { accountId, type: 'ExternalId', isValidated: true, issuer: In([...issuers]) } as const;
  return tx.find(AccountIdentifier, { where, order: { id: 'ASC' } });
}

/** How many accounts can sign in at an issuer. */
export function countExternalIds(tx: EntityManager, issuer: string): Promise<number> {
  return tx.countBy(AccountIdentifier, { type: 'ExternalId', issuer, isValidated: true });
}

/**
 * Confirmed e-mail addresses and phone numbers, the oldest first.
 * @param except normalized
 */
export function confirmedAddressesOf(
  tx: EntityManager,
  accountId: Long,
  except: readonly string[],
): Promise<AccountIdentifier[]> {
  const where = {
    accountId,
    isValidated: true,
    type: In(['Email', 'Msisdn']),
    normalized: Not(In([...except])),
  };
  return tx.find(AccountIdentifier, { where, order: { id: 'ASC' } });
}

/**
 * Confirms an identifier, also one that was suspended.
 * @param only.normalized only if it has this form; @param only.type only if it is of this type; @param only.made how
 *     its user confirmed it; left out: it was settled before; @param only.readAt when its owner showed that they read
 *     it; @param only.isLate the account was completed before: an identifier that nobody confirmed until now is young
 * @returns its normalized form; null: it was confirmed before, is another one, or is gone
 */
export async function confirmIdentifier(
  tx: EntityManager,
  id: Long,
  {
    normalized,
    type,
    made,
    readAt,
    isLate = false,
  }: {
    readonly normalized?: string;
    readonly type?: IdentifierType;
    readonly made?: Made;
    readonly readAt?: Date;
    readonly isLate?: boolean;
  } = {},
): Promise<string | null> {
  const result = await tx
    .createQueryBuilder()
    .update(AccountIdentifier)
    .set({
      ...{ isValidated: true, suspendedAt: null, ...(readAt && { confirmedAt: readAt }) },
      ...(isLate && readAt && { addedAt: readAt, signInId: null }),
      ...madeBy(made),
    })
    .where({ id, isValidated: false, ...(normalized !== undefined && { normalized }), ...(type && { type }) })
    .returning('normalized')
    .execute();
  return (result.raw as { normalized: string }[])[0]?.normalized ?? null;
}

/** Restores the standing that an identifier had before it was removed. */
export async function settleAgain(tx: EntityManager, id: Long, at: Date): Promise<void> {
  const settled = { isValidated: true, suspendedAt: null, addedAt: null, signInId: null };
  await tx.update(AccountIdentifier, { id }, { ...settled, confirmedAt: at, putBackAt: at });
}

/** @returns whether there was one */
export async function removeIdentifier(
  tx: EntityManager,
  which: FindOptionsWhere<Pick<AccountIdentifier, 'id' | 'accountId' | 'normalized' | 'issuer'>>,
): Promise<boolean> {
  const { affected } = await tx.delete(AccountIdentifier, which);
  return affected !== 0;
}

/**
 * Takes an unconfirmed identifier from an account that is pending, or that has another, confirmed one.
 * @returns false: it is no such identifier
 */
export async function takeUnconfirmed(tx: EntityManager, id: Long): Promise<boolean> {
  const text = `DELETE FROM account_identifier i USING account a
    WHERE i.id = $1 AND a.id = i.account_id AND NOT i.is_validated AND i.suspended_at IS NULL 
      AND (a.status = 'pending' OR EXISTS (SELECT FROM account_identifier o WHERE o.account_id = a.id AND o.id <> i.id AND o.is_validated))
    RETURNING i.id`;
  const [taken] = await tx.query<[unknown[], number]>(text, [id]);
  return taken.length === 1;
}

/** How an identifier came to be, as its row keeps it. */
function madeBy(
  made: Made | undefined,
): Partial<Pick<AccountIdentifier, 'addedAt' | 'confirmedAt' | 'signInId'>> {
  return made === undefined ? {} : { addedAt: made.at, confirmedAt: made.at, signInId: made.signInId };
}

function rowOf({
  accountId,
  type,
  value,
  normalized: known,
  isValidated,
  issuer = '',
  countryCode = null,
  made,
}: OwnedIdentifier): AccountIdentifier {
  const normalized = known ?? normalizeIdentifier(type, value, countryCode, issuer);
  if (normalized === null) throw new Error(`a malformed ${type} was not refused before`);
  return {
    ...{ accountId, type, value: shownIdentifier(type, value) },
    ...{ normalized, isValidated, issuer },
    ...madeBy(made),
  } as AccountIdentifier;
}
