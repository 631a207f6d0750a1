import { Injectable } from '@nestjs/common';
import { isLong } from '../../platform/operations/long.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { AccountSummary } from '../accounts/account.view.js';
import { addressOfAccount } from '../accounts/accounts.page.js';
import { identifierPrefixes } from '../accounts/identifier-prefixes.js';
import { ClientLookup } from '../clients/client-lookup.js';
import type { ClientSummary } from '../clients/client.view.js';
import { addressOfClient } from '../clients/clients.page.js';
import { addressOfFamily } from '../families/admin-families.page.js';
import { FamilyDirectory } from '../families/family-directory.js';
import type { FamilySummary } from '../families/family.view.js';
import type { Administrator } from '../shell/access/administrator.js';

/** The resources that a search covers, in the order in which results are shown. */
export const HIT_KINDS = ['account', 'family', 'client'] as const;

/** Something that a search found. */
export interface FoundRecord {
  readonly kind: (typeof HIT_KINDS)[number];
  /** Number of the account or family, or the client_id. */
  readonly id: string;
  readonly name: string;
  /** Tells records with one name apart. */
  readonly detail: string;
  /** Its page. */
  readonly href: string;
  /** Whether the query is its whole number, id or address, not only the beginning. */
  readonly isExact: boolean;
}

/** Results that are shown of each kind; the list of the kind has the others. */
export const MOST_OF_A_KIND = 10;

/** Finds accounts, families and clients by number, address, login, id or name. */
@Injectable()
export class ConsoleSearch {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly families: FamilyDirectory,
    private readonly clients: ClientLookup,
  ) {}

  /** Finds records that begin with the text, or have it as their number. Only administrators find clients. */
  async find(query: string, by: Administrator): Promise<FoundRecord[]> {
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

function accountHit(
  { accountId: id, name, status, identifiers }: AccountSummary,
  query: string,
): FoundRecord {
  const isExact = id === query || identifiers.some((identifier) => isSame(identifier, query));
  const detail = [...(status === 'active' ? [] : [status]), ...identifiers].join(' · ');
  return { kind: 'account', id, name, detail, href: addressOfAccount(id), isExact };
}

function familyHit({ familyId: id, name, members }: FamilySummary, query: string): FoundRecord {
  const detail = members === 1 ? '1 member' : `${members} members`;
  return { kind: 'family', id, name, detail, href: addressOfFamily(id), isExact: id === query };
}

function clientHit({ clientId: id, name, isDisabled }: ClientSummary, query: string): FoundRecord {
  const detail = isDisabled ? 'disabled' : '';
  return { kind: 'client', id, name, detail, href: addressOfClient(id), isExact: id === query };
}

/** Whether the query is this whole identifier, however either is written. */
function isSame(identifier: string, query: string): boolean {
  const typed = new Set(identifierPrefixes(query));
  return identifierPrefixes(identifier).some((written) => typed.has(written));
}
