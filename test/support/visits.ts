import type { IncomingHttpHeaders } from 'node:http';
import type { Administrator, ConsoleVisit } from '../../src/admin/shell/access/administrator.js';
import type { AccountInformationView } from '../../src/identity/accounts/account-information.view.js';
import { attachAccount, type OwnVisit } from '../../src/identity/sessions/own-visit.js';
import type { Proven } from '../../src/identity/sessions/proofs.js';
import type { BrowserSession } from '../../src/platform/operations/browser-session.js';
import { Exchange } from '../../src/platform/operations/exchange.js';
import type { Shown } from '../../src/platform/operations/shown.js';
import { Visit } from '../../src/platform/operations/visit.js';

type VisitArguments = ConstructorParameters<typeof Visit>;

interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly isEncrypted?: boolean;
}

const ADDRESS = '192.0.2.1';

/** The people who open a page of the console in a test without a server. */
export const ADMINISTRATOR: Administrator = {
  role: 'administrator',
  accountId: '1',
  clientId: null,
  address: ADDRESS,
  session: null,
  at: new Date('2026-03-01T12:00:00Z'),
};

/** A visit for a handler in a test without a server, and the lines of its cookies. */
export function visitWith(
  sent: VisitArguments[1],
  { method = 'GET', target = '/', headers = {}, isEncrypted = true }: Asked = {},
): { visit: Visit; cookies: string[] } {
  const cookies: string[] = [];
  const response = { appendHeader: (_name: string, line: string) => cookies.push(line) };
  const origin = { address: ADDRESS, isEncrypted, isLoopback: false, host: null };
  const exchange = new Exchange(method, target, headers, origin);
  return { visit: new Visit(exchange, sent, [{}, response] as unknown as VisitArguments[2]), cookies };
}

/** The person who opens a page of their own in a test without a server. */
export const MIA: AccountInformationView = {
  ...{ accountId: '7', name: 'Mia', lastLoginDate: '', families: [] },
  identifiers: [{ id: '1', type: 'Email', value: 'mia@family.example', validated: 'true' }],
};
const PROVEN: Proven = { lately: true, again: true, factor: true, signIn: true };

/** A visit of that person to a page of the account, right after a sign-in. */
export function ownVisitWith(sent: VisitArguments[1], proven: Partial<Proven> = {}): OwnVisit {
  const { visit } = visitWith(sent);
  visit.exchange.session = { id: 's', data: {} } as unknown as BrowserSession;
  return attachAccount(visit, { account: MIA, proven: { ...PROVEN, ...proven } });
}

/** The page that a handler returned. */
export function pageOf({ type, body }: Shown): string {
  if (type !== 'text/html; charset=utf-8' || typeof body !== 'string') throw new Error('it is no page');
  return body;
}

/** What a test does without: it fails where it is used. */
export function unused<T>(): T {
  return new Proxy(
    {},
    {
      get: (_, name) => () => {
        throw new Error(`nobody should call ${String(name)}`);
      },
    },
  ) as T;
}

/** A visit to the console by that administrator. */
export function consoleVisitWith(sent: VisitArguments[1]): ConsoleVisit {
  return Object.assign(visitWith(sent).visit, { by: ADMINISTRATOR, asksPassword: false });
}
