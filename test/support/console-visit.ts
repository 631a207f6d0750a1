import type { Administrator } from '../../src/admin/shell/access/administrator.js';
import { Exchange } from '../../src/platform/operations/exchange.js';
import { Visit } from '../../src/platform/operations/visit.js';

type VisitArguments = ConstructorParameters<typeof Visit>;

const ORIGIN = { address: '192.0.2.1', isEncrypted: true, isLoopback: false, host: null };

/** Who opens a page of the console in a test without a server. */
export const ADMINISTRATOR: Administrator = {
  role: 'administrator',
  accountId: '1',
  clientId: null,
  address: ORIGIN.address,
  session: null,
  at: new Date('2026-03-01T12:00:00Z'),
};

/** What such a page was sent. Its answer is a value, so nothing is written. */
export function visitWith(sent: VisitArguments[1]): Visit {
  return new Visit(new Exchange('GET', '/admin', {}, ORIGIN), sent, [] as unknown as VisitArguments[2]);
}
