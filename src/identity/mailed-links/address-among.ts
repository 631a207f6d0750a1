import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import type { Long } from '../../platform/operations/long.js';

/** Types of identifiers that a person proves by a link. */
const PROVABLE = ['Email', 'Msisdn', 'Login'];

/**
 * The address for a message to an account: the one that was typed, else its first e-mail address, else its first phone
 * number. Unconfirmed addresses may be somebody else's: they are used only if none is confirmed.
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
