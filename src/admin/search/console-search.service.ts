import { Injectable } from '@nestjs/common';
import { isLong } from '../../platform/operations/long.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { AccountSummary } from '../accounts/account.view.js';
import { addressOfAccount } from '../accounts/accounts.page.js';
import { identifierPrefixes } from '../accounts/identifier-prefixes.js';
import { ClientLookup } from '../clients/client-lookup.js';
import type { ClientSummary } from '../clients/client.view.js';
import { addressOfClient } from '../clients/clients.page.js';
import { addressOfFamily } from '../families/families.page.js';
import { FamilyDirectory } from '../families/family-directory.js';
import type { FamilySummary } from '../families/family.view.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Hit } from './search-hit.js';

/** Shown of each kind; the list of the kind has the others. */
export const MOST_OF_A_KIND = 10;

/** Finds accounts, families and clients by what one has of them: a number, an address, a login, an id, a name. */
@Injectable()
export class ConsoleSearch {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly families: FamilyDirectory,
    private readonly clients: ClientLookup,
  ) {}

  /** What begins with the text, or has it as its number; clients for administrators alone. */
  async find(query: string, by: Administrator): Promise<Hit[]> {
    const asked = { query, limit: MOST_OF_A_KIND };
    const number = isLong(query) ? query : null;
    const [[account = null], family, accounts, families, clients] = await Promise.all([
      number === null ? [] : this.accounts.summaries([number]),
      number === null ? null : this.families.summary(number),
      this.accounts.list(asked),
      this.families.list(asked),
      by.role === 'administrator' ? this.clients.list(asked) : null,
    ]);
    return [
      ...unique(account, accounts.items, ({ accountId }) => accountId).map((one) => accountHit(one, query)),
      ...unique(family, families.items, ({ familyId }) => familyId).map((one) => familyHit(one, query)),
      ...(clients?.items ?? []).map((one) => clientHit(one, query)),
    ];
  }
}

function unique<T>(first: T | null, others: readonly T[], idOf: (item: T) => string): T[] {
  return first === null ? [...others] : [first, ...others.filter((each) => idOf(each) !== idOf(first))];
}

function accountHit({ accountId: id, name, status, identifiers }: AccountSummary, query: string): Hit {
  const isExact = id === query || identifiers.some((identifier) => isSame(identifier, query));
  const detail = [...(status === 'active' ? [] : [status]), ...identifiers].join(' · ');
  return { kind: 'account', id, name, detail, href: addressOfAccount(id), isExact };
}

function familyHit({ familyId: id, name, members }: FamilySummary, query: string): Hit {
  const detail = members === 1 ? '1 member' : `${members} members`;
  return { kind: 'family', id, name, detail, href: addressOfFamily(id), isExact: id === query };
}

function clientHit({ clientId: id, name, isDisabled }: ClientSummary, query: string): Hit {
  const detail = isDisabled ? 'disabled' : '';
  return { kind: 'client', id, name, detail, href: addressOfClient(id), isExact: id === query };
}

/** Whether what was typed is this identifier as a whole, however either is written. */
function isSame(identifier: string, query: string): boolean {
  const typed = new Set(identifierPrefixes(query));
  return identifierPrefixes(identifier).some((written) => typed.has(written));
}
