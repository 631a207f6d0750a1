import { describe, expect, it } from '@jest/globals';
import { consoleVisitWith, pageOf, unused } from '../../test/support/visits.js';
import { AuditConsole } from './audit/audit.console.js';
import type { AuditNames } from './audit/audit-names.js';
import type { AuditTrail } from './audit/audit-trail.js';
import type { SavedFilters } from './audit/saved-filters.js';
import type { Shown } from '../platform/operations/shown.js';
import type { ConsoleVisit } from './shell/access/administrator.js';
import type { AccountDirectory } from './accounts/account-directory.js';
import type { AccountSummary } from './accounts/account.view.js';
import { AccountsConsole } from './accounts/accounts.console.js';
import type { ClientLookup } from './clients/client-lookup.js';
import type { ClientSummary } from './clients/client.view.js';
import { ClientsConsole } from './clients/clients.console.js';
import { FamiliesConsole } from './families/families.console.js';
import type { FamilyDirectory } from './families/family-directory.js';
import type { FamilySummary } from './families/family.view.js';
import type { Messages } from './outbox/messages.service.js';
import { OutboxConsole } from './outbox/outbox.console.js';

const AT = new Date('2026-03-01T12:00:00Z');
const list = <T>(item: T) => ({ list: () => Promise.resolve({ items: [item], next: null }) });
const [account, family, client] = [
  {
    accountId: '7',
    name: 'Anna',
    status: 'active',
    role: null,
    identifiers: [],
    createdAt: AT,
    lastLoginAt: null,
  },
  { familyId: '4', name: 'The Ks', premiumType: 0, members: 1, createdAt: AT },
  { clientId: 'shop', name: 'Shop', clientType: 'public', ruleset: 'WEB', profile: 'strict', createdAt: AT },
] as unknown as [AccountSummary, FamilySummary, ClientSummary];

const none = () => Promise.resolve(new Map());
const clients = { ...list(client), rulesets: () => Promise.resolve([]) };
/** The console's lists, each with one row, by their addresses. */
const LISTS: Readonly<Record<string, (visit: ConsoleVisit) => Promise<Shown>>> = {
  '/accounts': (visit) =>
    new AccountsConsole(list(account) as unknown as AccountDirectory, unused(), unused(), unused()).list(
      visit,
    ),
  '/families': (visit) =>
    new FamiliesConsole(
      list(family) as unknown as FamilyDirectory,
      unused(),
      unused(),
      unused(),
      unused(),
    ).list(visit),
  '/clients': (visit) =>
    new ClientsConsole(
      unused(),
      clients as unknown as ClientLookup,
      unused(),
      unused(),
      unused(),
      unused(),
    ).list(visit),
  '/audit': (visit) =>
    new AuditConsole(
      list({}) as unknown as AuditTrail,
      { of: none } as unknown as AuditNames,
      { all: () => Promise.resolve([]) } as unknown as SavedFilters,
      unused(),
    ).list(visit),
  '/outbox': (visit) => new OutboxConsole(list({}) as unknown as Messages, unused()).list(visit),
};

async function page(address: string): Promise<string> {
  const [path, query] = address.split('?');
  return pageOf(
    await LISTS[path](consoleVisitWith({ query: Object.fromEntries(new URLSearchParams(query)) })),
  );
}

/** The sortable headings of the list: their addresses, and the current order. */
const headsIn = (text: string) =>
  [...text.matchAll(/<th scope="col"(?: class="\w+")?(?: aria-sort="(\w+)")?><a href="([^"]+)">/g)].map(
    ([, now, href]) => [now, href.replaceAll('&amp;', '&')].join(' '),
  );

describe('the headings of a list in the console', () => {
  it.each([
    ['/families', ['ascending /admin/families?sort=-name', ' /admin/families?sort=created']],
    ['/families?query=a', ['ascending /admin/families?query=a&sort=-name']],
    ['/accounts?sort=-name', ['descending /admin/accounts?sort=name', ' /admin/accounts']],
    ['/accounts?status=active', ['ascending /admin/accounts?status=active&sort=-created']],
    ['/accounts?query=anna', []],
    [
      '/clients?state=enabled&sort=name',
      [
        ' /admin/clients?state=enabled',
        'ascending /admin/clients?state=enabled&sort=-name',
        ' /admin/clients?state=enabled&sort=created',
      ],
    ],
  ])(
    'of %s are links, the active one shows its direction, and no other is offered',
    async (address, heads) => {
      expect(headsIn(await page(address))).toEqual(heads);
    },
  );
});

describe('an unknown filter', () => {
  it.each([
    '/accounts?status=constructor',
    '/outbox?state=odd',
    '/clients?state=odd&sort=odd',
    '/audit?outcome=odd&last=odd',
  ])('is told, and shown as it was typed: %s', async (address) => {
    const text = await page(address);
    expect(text).toContain('role="alert"');
    expect(text).toContain('Filters in force');
  });

  it('is told at its field, and the order above', async () => {
    expect(await page('/clients?state=odd&sort=odd')).toMatch(
      /<p>Order must be [^<]+<\/p><p>1 problem: <a href="#state">State<\/a><\/p>.*State must be /,
    );
  });
});
