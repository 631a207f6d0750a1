import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { AppConfig } from '../../platform/config/app-config.js';
import { BodyMemory } from '../../platform/intake/body-memory.js';
import { Connections } from '../../platform/intake/connections.js';
import { ok, warning, type CheckView } from './check.js';

/** What a node has open besides its callers' connections: files, the database, mail, the log. */
const OTHER_DESCRIPTORS = 200;
const MIB = 1024 * 1024;

/** What this node takes of its callers at one time, and when a limit was reached since its start. */
@Injectable()
export class IntakeChecks {
  constructor(
    private readonly config: AppConfig,
    private readonly open: Connections,
    private readonly memory: BodyMemory,
  ) {}

  async run(): Promise<CheckView[]> {
    return [this.connections(), this.descriptors(await fileLimit()), this.bodies()];
  }

  private connections(): CheckView {
    const { maxConnections, maxConnectionsPerAddress } = this.config;
    const { open, mostOpen, closed, closedAt } = this.open.numbers;
    const limits = `at most ${maxConnections}, ${maxConnectionsPerAddress} of one address`;
    const text = `${open} open, ${mostOpen} at the most; ${limits}`;
    if (closedAt === null) return ok('connections', text);
    const told = `${closed.address} closed for the limit of an address and ${closed.all} for the limit in all, last at ${closedAt.toISOString()}`;
    const advice =
      'See in the log who opens so many. If they are callers of yours, raise MAX_CONNECTIONS_PER_ADDRESS or MAX_CONNECTIONS.';
    return warning('connections', `${text}; ${told}`, advice);
  }

  private descriptors(limit: number | null): CheckView {
    if (limit === null) return ok('file descriptors', 'this system does not tell how many there may be');
    const needed = this.config.maxConnections + OTHER_DESCRIPTORS;
    const text = `the process may have ${limit}`;
    if (limit >= needed) return ok('file descriptors', text);
    const advice = `Allow ${needed} (ulimit -n, LimitNOFILE), or lower MAX_CONNECTIONS: each connection takes one.`;
    return warning('file descriptors', text, advice);
  }

  private bodies(): CheckView {
    const { mostBytes, refused, refusedAt } = this.memory.numbers;
    const text = `${inMib(mostBytes)} in memory at the most, of ${inMib(this.config.bodyMemoryBytes)}`;
    if (refusedAt === null) return ok('request bodies', text);
    const told = `${refused} refused with 503, last at ${refusedAt.toISOString()}`;
    const advice =
      'See in the log who sends so much at once. If they are callers of yours, raise BODY_MEMORY; one address has a sixteenth of it before it is known who calls.';
    return warning('request bodies', `${text}; ${told}`, advice);
  }
}

/** Of this process; null where the system has no such file, or no such limit. */
async function fileLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
