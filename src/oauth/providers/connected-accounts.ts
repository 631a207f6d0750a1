import type { EntityManager } from 'typeorm';
import { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';

/** How many accounts can sign in at an issuer. */
export function connectedAccounts(manager: EntityManager, issuer: string): Promise<number> {
  return manager.countBy(AccountIdentifier, { type: 'ExternalId', issuer, isValidated: true });
}
