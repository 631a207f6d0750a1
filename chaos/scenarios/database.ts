import { eventually } from '../../test/support/eventually.js';
import type { OwnPostgres } from '../../test/support/own-postgres.js';
import { PgBouncer } from '../../test/support/pgbouncer.js';
import { SmallDisk } from '../stage/small-disk.js';
import { forSeconds, type Scenario } from './scenario.js';

const DISK_MEGABYTES = 400;
const FULL_SECONDS = 15;
const AWAY_SECONDS = 5;
const STANDBY_SECONDS = 20;

/** What happens to PostgreSQL, and to what is in front of it. */
export const DATABASE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'postgres-restarted',
    what: 'PostgreSQL: fast stop, start',
    strike: async ({ postgres }) => {
      await postgres.stop();
      await postgres.start();
    },
  },
  {
    name: 'postgres-crashed',
    what: `PostgreSQL: immediate stop; started again ${AWAY_SECONDS} s later`,
    strike: async ({ postgres }) => {
      await postgres.crash();
      await forSeconds(AWAY_SECONDS);
      await postgres.start();
    },
  },
  stopped(20),
  stopped(45),
  {
    name: 'disk-full',
    what: `no byte is left on PostgreSQL’s disk (a tmpfs of ${DISK_MEGABYTES} MB) for ${FULL_SECONDS} s; then there is, and it is started again if it ended`,
    needs: { disk: DISK_MEGABYTES },
    obstacle: () => (SmallDisk.isPossible ? null : 'mounting a small disk takes root, on Linux'),
    strike: async ({ postgres, disk }) => {
      disk?.fill();
      const refill = setInterval(() => disk?.fill(), 100); // what PostgreSQL frees is taken at once
      await forSeconds(FULL_SECONDS);
      clearInterval(refill);
      disk?.free();
      await startAgain(postgres);
    },
  },
  failover('failover', 'the primary crashes; 3 s later its synchronous standby is promoted', (primary) =>
    primary.crash(),
  ),
  failover(
    'failover-vanished',
    'the primary’s machine vanishes; 3 s later its synchronous standby is promoted',
    (primary) => Promise.resolve(primary.freeze()),
  ),
  {
    name: 'standby-away',
    what: `the only synchronous standby does not answer for ${STANDBY_SECONDS} s: no commit ends`,
    needs: { standby: true },
    strike: async ({ standby }) => {
      standby?.freeze();
      await forSeconds(STANDBY_SECONDS);
      standby?.thaw();
    },
  },
  {
    name: 'pooler-restarted',
    what: `PgBouncer in transaction mode: stopped, and started again ${AWAY_SECONDS} s later`,
    needs: { pooler: true },
    obstacle: () => (PgBouncer.program === null ? 'pgbouncer is not installed' : null),
    strike: async ({ pooler }) => {
      await pooler?.stop();
      await forSeconds(AWAY_SECONDS);
      await pooler?.start();
    },
  },
];

function stopped(seconds: number): Scenario {
  return {
    name: `postgres-stopped-${seconds}`,
    what: `PostgreSQL: SIGSTOP of all its processes for ${seconds} s`,
    strike: async ({ postgres }) => {
      postgres.freeze();
      await forSeconds(seconds);
      postgres.thaw();
    },
  };
}

function failover(name: string, what: string, end: (primary: OwnPostgres) => Promise<void>): Scenario {
  return {
    name,
    what,
    needs: { standby: true },
    strike: async (stage) => {
      const { postgres, standby } = stage;
      if (standby === null) throw new Error('there is no standby');
      await end(postgres);
      await forSeconds(3);
      await standby.promote();
      stage.databaseUrl = standby.url;
    },
  };
}

/** After a full disk it may have ended, or be about to. */
async function startAgain(postgres: OwnPostgres): Promise<void> {
  await eventually(async () => {
    if (!(await postgres.answers())) await postgres.start().catch(() => undefined);
    return (await postgres.answers()) ? true : null;
  });
}
