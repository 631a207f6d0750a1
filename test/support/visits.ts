import type { IncomingHttpHeaders } from 'node:http';
import type { Administrator, ConsoleVisit } from '../../src/admin/shell/access/administrator.js';
import { Exchange } from '../../src/platform/operations/exchange.js';
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

/** A visit to the console by that administrator. */
export function consoleVisitWith(sent: VisitArguments[1]): ConsoleVisit {
  return Object.assign(visitWith(sent).visit, { by: ADMINISTRATOR, asksPassword: false });
}
