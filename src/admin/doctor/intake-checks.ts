import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { AppConfig } from '../../platform/config/app-config.js';
import { BodyMemory } from '../../platform/intake/body-memory.js';
import { Connections } from '../../platform/intake/connections.js';
import { ok, warning, type CheckView } from './check.view.js';

/** File descriptors that a node needs besides its callers' connections: files, database, mail, log. */
const OTHER_DESCRIPTORS = 200;
const MIB = 1024 * 1024;

/** Checks the limits on what callers can occupy at a time, and whether one was reached since the node started. */
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
    const limits = `limit ${maxConnections}, ${maxConnectionsPerAddress} per address`;
    const text = `${open} open, peak ${mostOpen}; ${limits}`;
    if (closedAt === null) return ok('connections', text);
    const told = `${closed.address} closed by the limit per address and ${closed.all} by the overall limit, last at ${closedAt.toISOString()}`;
    const advice =
      'The log shows who opens so many. If they are legitimate callers, raise MAX_CONNECTIONS_PER_ADDRESS or MAX_CONNECTIONS.';
    return warning('connections', `${text}; ${told}`, advice);
  }

  private descriptors(limit: number | null): CheckView {
    if (limit === null) return ok('file descriptors', 'this system does not report the limit');
    const needed = this.config.maxConnections + OTHER_DESCRIPTORS;
    const text = `the process may open ${limit}`;
    if (limit >= needed) return ok('file descriptors', text);
    const advice = `Raise the limit to ${needed} (ulimit -n, LimitNOFILE), or lower MAX_CONNECTIONS: each connection needs one.`;
    return warning('file descriptors', text, advice);
  }

  private bodies(): CheckView {
    const { mostBytes, refused, refusedAt } = this.memory.numbers;
    const text = `peak ${inMib(mostBytes)} in memory, limit ${inMib(this.config.bodyMemoryBytes)}`;
    if (refusedAt === null) return ok('request bodies', text);
    const told = `${refused} refused with 503, last at ${refusedAt.toISOString()}`;
    const advice =
      'The log shows who sends so much at once. If they are legitimate callers, raise BODY_MEMORY; an address may use a sixteenth of it before its caller is authenticated.';
    return warning('request bodies', `${text}; ${told}`, advice);
  }
}

/** The limit of this process; null if the system does not report one. */
async function fileLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
