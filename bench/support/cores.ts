import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The cores of the servers and of the load generator; null: they are not pinned. */
export interface Cores {
  readonly server: number | null;
  readonly load: number | null;
}

export function findCores(): Cores {
  const allowed = allowedCores();
  if (allowed.length === 0 || !succeeds('taskset', '-c', String(allowed[0]), 'true'))
    return { server: null, load: null };
  return { server: allowed[0], load: allowed[1] ?? allowed[0] };
}

export function describeCores({ server, load }: Cores): string {
  if (server === null) return 'nothing is pinned: taskset was not found here, the ratios are less sharp';
  if (server === load) return `there is one core: servers, load generator and database share core ${server}`;
  return `every server on core ${server}, the load generator on core ${load}`;
}

/** The command line that runs `command` on a core. */
export function pinned(core: number | null, command: readonly string[]): string[] {
  return core === null ? [...command] : ['taskset', '-c', String(core), ...command];
}

/**
 * The command line that runs `command` on the core of the load generator, and only while nothing else wants to run there:
 * the generator stands for other machines, which don't wait until the database has had its slice of time.
 */
export function besideLoad({ server, load }: Cores, command: readonly string[]): string[] {
  const givesWay = load !== server && succeeds('chrt', '-i', '0', 'true');
  return pinned(load, givesWay ? ['chrt', '-i', '0', ...command] : command);
}

function allowedCores(): number[] {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
    return list.split(',').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  } catch {
    return []; // not Linux
  }
}

function succeeds(file: string, ...args: string[]): boolean {
  return spawnSync(file, args).status === 0;
}
