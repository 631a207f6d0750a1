import { basic } from './a01.js';
import { ANNA, CLIENTS } from './fixtures.js';
import { from, request, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

const WAYS = {
  log2in: (identifier: string, password: string) => ({
    path: '/api/log2/in',
    form: { identifier, password },
  }),
  'the password call': (identifier: string, password: string) => ({
    path: '/api/log2/generateaccesstokenbypassword',
    form: { identifier, password, tokentype: 'Bearer', deviceId: 'd' },
  }),
  '/token': (username: string, password: string) => ({
    path: '/token',
    form: { grant_type: 'password', username, password },
  }),
} as const;
export type Way = keyof typeof WAYS;

/** Password sign-ins at a server that trusts its proxy's statement about the address. */
export class PasswordGuesses {
  private addresses = 0;
  private texts = 0;

  constructor(private readonly server: TestServer) {}

  /** An address of no other attempt. */
  address(): string {
    return `198.51.${++this.addresses >> 8}.${this.addresses & 255}`;
  }

  attempt(identifier: string, password: string, address: string, way: Way = 'log2in'): Promise<RawAnswer> {
    const headers = way === 'log2in' ? from(address) : { ...from(address), ...basic(CLIENTS.app) };
    return request(this.server, { ...WAYS[way](identifier, password), headers });
  }

  /** A different text each time, as a guesser sends: a repeated one counts once (D321). */
  wrong(address: string, identifier: string = ANNA.email, way?: Way): Promise<RawAnswer> {
    return this.attempt(identifier, `not-the-one-${++this.texts}`, address, way);
  }

  right(address: string, who: { email: string; password: string } = ANNA): Promise<RawAnswer> {
    return this.attempt(who.email, who.password, address);
  }
}

/** The number of answers of each status. */
export function countByStatus(answers: readonly RawAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
