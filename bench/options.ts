import { parseArgs } from 'node:util';

const MEASUREMENTS = [
  'empty',
  'select',
  'bearer',
  'storm', // compared with the one before it
  'miss',
  'ping',
  'mac',
  'dpop',
  'refresh',
  'client',
  'code',
  'introspect',
  'password',
  'bcrypt',
  'start',
] as const;
export type Measurement = (typeof MEASUREMENTS)[number];

/** What two builds are compared by. */
export const COMPARED = [
  'bearer',
  'miss',
  'ping',
  'mac',
  'dpop',
  'refresh',
  'client',
  'code',
  'introspect',
] as const satisfies readonly Measurement[];
export type Compared = (typeof COMPARED)[number];

/** Each is an option of its own. */
const MODES = [
  'large',
  'light',
  'provisioning',
  'administration',
  'flood',
  'mixed',
  'webhooks',
  'passkey',
] as const;

export interface Options {
  readonly mode: 'default' | 'against' | (typeof MODES)[number];
  /** The other checkout with --against; else null. */
  readonly against: string | null;
  readonly rounds: number;
  readonly seconds: number;
  /** Requests in flight; logins are always 16. */
  readonly connections: number;
  /** With --webhooks. */
  readonly events: number;
  /** With --large. */
  readonly grants: number;
  /** With --mixed: requests a second. */
  readonly perSecond: number;
  readonly only: ReadonlySet<Measurement>;
  /** Where the server writes a CPU profile when it stops; null: none. */
  readonly profileDir: string | null;
}

/** --rounds and --seconds where they are not given. */
const USUAL: Partial<Record<Options['mode'], { rounds?: string; seconds?: string }>> & {
  default: { rounds: string; seconds: string };
} = {
  default: { rounds: '3', seconds: '5' },
  against: { rounds: '20', seconds: '1' },
  mixed: { seconds: '300' },
};

export const HELP = `npm run bench -- [options]

  --against FOLDER this build beside that of another checkout, which has to be built: in turns, slice by slice, each on a
                   database of its own; what differs by more than the slices do is told
  --large          Bearer calls among 1,000 grants, and among 10,000,000 of 200,000 accounts; then what a refresh costs
                   PostgreSQL there
  --grants N       with --large: so many instead (at least 200,000; below 2,000,000 too many calls find their token in
                   memory); a tenth of them is refreshed
  --light          start and memory beside an empty Nest application with TypeORM
  --provisioning   families, accounts and memberships created per second; search among 1,000 and 1,000,000 accounts
  --administration how long the administration's lists take with 1,000,000 accounts and 10,000 clients
  --flood          how long a user's sign-in takes while 60 strangers guess from as many networks
  --mixed          five minutes of Bearer calls (70 %), refreshes (10 %), client_credentials (10 %), sign-ins (5 %) and new accounts
                   (5 %) on two nodes of one PostgreSQL: memory of both each 15 seconds, 5xx, p99
  --per-second N   with --mixed: so many requests (40: with 2 sign-ins a second, for which one processor hashes half of the time)
  --webhooks       events to receivers that fail, hang and are away, while nodes are killed: none is lost
  --passkey        how long a sign-in by a passkey takes, from its button to the page behind it
  --events N       with --webhooks: how many (1,000,000)
  --rounds N       interleaved rounds (3; with --against 20, and 8 at least)
  --seconds S      length of one measurement (5: the time a token stays in memory, so one cycle of misses and hits; with
                   --against 1; with --mixed of all of it, 300)
  --connections N  requests in flight (16); with few, a server waits for its database part of the time
  --only A,B       of ${MEASUREMENTS.join(', ').replace('dpop, ', 'dpop,\n                   ')};
                   "empty" is always measured, before and after each;
                   with --against of ${COMPARED.join(', ')}
  --profile DIR    the server writes a CPU profile there (node --cpu-prof)
  --help

  BENCH_DATABASE_URL   a PostgreSQL server on which a temporary database may be created and dropped. Without it
                       a temporary PostgreSQL is started where initdb is found, else the embedded database is used.
`;

/** @returns null when help was requested. @throws Error naming what is wrong */
export function parseOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      against: { type: 'string' },
      large: { type: 'boolean', default: false },
      light: { type: 'boolean', default: false },
      provisioning: { type: 'boolean', default: false },
      administration: { type: 'boolean', default: false },
      flood: { type: 'boolean', default: false },
      mixed: { type: 'boolean', default: false },
      webhooks: { type: 'boolean', default: false },
      passkey: { type: 'boolean', default: false },
      events: { type: 'string', default: '1000000' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '16' },
      'per-second': { type: 'string', default: '40' },
      grants: { type: 'string', default: '10000000' },
      only: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { against = null } = values;
  const mode = against === null ? (MODES.find((name) => values[name]) ?? 'default') : 'against';
  const { rounds, seconds } = { ...USUAL.default, ...USUAL[mode] };
  const all = against === null ? MEASUREMENTS : COMPARED;
  return {
    mode,
    against,
    rounds: positive('--rounds', values.rounds ?? rounds, 100),
    seconds: positive('--seconds', values.seconds ?? seconds, 3600),
    connections: positive('--connections', values.connections, 1000),
    events: positive('--events', values.events, 100_000_000),
    perSecond: positive('--per-second', values['per-second'], 100_000),
    grants: positive('--grants', values.grants, 1_000_000_000),
    only: new Set<Measurement>(values.only === undefined ? all : named(values.only, all)),
    profileDir: values.profile ?? null,
  };
}

function positive(name: string, text: string, max: number): number {
  const value = Number(text);
  if (value > 0 && value <= max) return value;
  throw new Error(`${name} must be a number from 1 to ${max}`);
}

function named(list: string, all: readonly Measurement[]): Measurement[] {
  return list.split(',').map((name) => {
    const found = all.find((known) => known === name.trim());
    if (!found) throw new Error(`--only takes ${all.join(', ')}; not "${name}"`);
    return found;
  });
}
