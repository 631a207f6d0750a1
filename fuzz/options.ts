import { parseArgs } from 'node:util';

export interface Options {
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  /** The server to test; null: the run starts its own. */
  readonly url: string | null;
  /** A PostgreSQL server on which the run's server gets a temporary database; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** The run ends after this many different faults. */
  readonly faults: number;
}

export const HELP = `npm run fuzz -- [options]

Sends requests of all kinds to a Hearth server and fails when an answer, the log, the time, the memory or the process is
not as it should be. Each fault is made as small as it gets and printed as a curl line. A tour of all operations comes first;
one that it does not reach makes the run fail.

  --requests N       how many after the tour (10000)
  --seed S           the same seed makes the same requests, as far as the answers are the same (drawn by lot, printed)
  --connections N    how many at once (16)
  --url URL          a server that runs already, for data that may go: requests change and delete what they find.
                     Without it the run starts a server of its own and leaves nothing behind.
  --database-url URL for the run's own server: a PostgreSQL on which a temporary database may be created and dropped;
                     without it the embedded database in a temporary folder
  --faults N         ends after so many different faults (10)
  --help

  FUZZ_ADMINISTRATOR   identifier:password of an administrator of the server at --url, who makes the clients and accounts
                       that the requests are sent as. Without it they are sent as nobody.

Of its own server the run reads the log, which gives the server's own time for each request, its memory after a
collection of garbage, and what it writes to stderr. Of a server at --url it sees the answers alone: it takes the time
on this side, and memory from /metrics if that is open to it.

Exit code: 0 no fault, 1 faults or an operation that was not reached, 2 the run could not be made, 130 interrupted.
`;

/** @returns null when help was requested. @throws Error naming what is wrong */
export function parseOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string' },
      connections: { type: 'string', default: '16' },
      url: { type: 'string' },
      'database-url': { type: 'string' },
      faults: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { url = null, 'database-url': databaseUrl = null } = values;
  if (url !== null && databaseUrl !== null) throw new Error('--url and --database-url exclude each other');
  return {
    requests: whole('--requests', values.requests, 1, 1e9),
    seed: whole('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), 0, 2 ** 31 - 1),
    connections: whole('--connections', values.connections, 1, 256),
    url: url === null ? null : plainHttp(url),
    databaseUrl,
    faults: whole('--faults', values.faults, 1, 1000),
  };
}

function whole(name: string, text: string, from: number, to: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Error(`${name} must be a whole number from ${from} to ${to}`);
}

/** Requests are sent over plain sockets, so that they can be invalid in any way. */
function plainHttp(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' && url.pathname === '/' && url.search === '') return url.origin;
  throw new Error('--url must be an http:// address without a path, such as http://localhost:3000');
}
