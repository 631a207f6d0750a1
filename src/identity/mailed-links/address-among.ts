import type { EntityManager } from 'typeorm';
import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import type { Account } from '../accounts/account.entity.js';
import { identifiersOf } from '../accounts/account-identifiers.js';
import { decidingAddresses } from '../accounts/address-standing.js';
import type { Long } from '../../platform/operations/long.js';

/** Types of identifiers that a person proves by a link. */
const PROVABLE = ['Email', 'Msisdn', 'Login'];

/**
 * The address for a message to an account: the one that was typed, else its first e-mail address, else its first phone
 * number. Unconfirmed addresses may belong to someone else: they are only used if none is confirmed. Addresses that a
 * remedy took out of use are never used.
 */
export function addressAmong(
  identifiers: readonly AccountIdentifier[],
  forms: readonly string[],
): Long | null {
  const all = identifiers.filter(({ type, suspendedAt }) => PROVABLE.includes(type) && suspendedAt === null);
  const confirmed = all.filter(({ isValidated }) => isValidated);
  const addresses = (confirmed.length > 0 ? confirmed : all).filter(({ type }) => type !== 'Login');
  return typedOr(addresses, forms);
}

/**
 * The address that chooses a new password (D340): the one that was typed, if it may decide; else the first that may.
 * The caller's answer tells nothing of that.
 */
export async function resetAddressOf(
  tx: EntityManager,
  accountId: Long,
  forms: readonly string[],
  now: Date,
): Promise<Long | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const isAnyConfirmed = identifiers.some(({ type, isValidated }) => isValidated && PROVABLE.includes(type));
  if (!isAnyConfirmed) return addressAmong(identifiers, forms);
  return typedOr(await decidingAddresses(tx, accountId, now), forms);
}

/**
 * The address that opens a secured account, if it was typed (D346). null: another one was typed, the link is handed
 * over, or the address was removed; then nothing is sent, and the answer tells nothing.
 */
export async function securedAddressOf(
  tx: EntityManager,
  { id, securedFor }: Pick<Account, 'id' | 'securedFor'>,
  forms: readonly string[],
): Promise<Long | null> {
  const chosen = (await identifiersOf(tx, id)).find((own) => own.id === securedFor);
  return chosen && forms.includes(chosen.normalized) ? chosen.id : null;
}

function typedOr(
  addresses: readonly Pick<AccountIdentifier, 'id' | 'type' | 'normalized'>[],
  forms: readonly string[],
): Long | null {
  const typed = addresses.find(({ normalized }) => forms.includes(normalized));
  const email = addresses.find(({ type }) => type === 'Email');
  return (typed ?? email ?? addresses[0])?.id ?? null;
}
