import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import type { Long } from '../../platform/operations/long.js';

/** What a person proves by a link. */
const PROVABLE = ['Email', 'Msisdn', 'Login'];

/**
 * Where a message to an account goes: to the address that was typed, or else the first e-mail address, or phone number.
 * One that is not confirmed counts only where nothing is: it may be somebody else's.
 */
export function addressAmong(
  identifiers: readonly AccountIdentifier[],
  forms: readonly string[],
): Long | null {
  const all = identifiers.filter(({ type }) => PROVABLE.includes(type));
  const confirmed = all.filter(({ isValidated }) => isValidated);
  const addresses = (confirmed.length > 0 ? confirmed : all).filter(({ type }) => type !== 'Login');
  const typed = addresses.find(({ normalized }) => forms.includes(normalized));
  const email = addresses.find(({ type }) => type === 'Email');
  return (typed ?? email ?? addresses[0])?.id ?? null;
}
