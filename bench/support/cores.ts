import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The cores of the servers and of the load generator; null: they are not pinned. */
export interface Cores {
  readonly server: number | null;
  readonly load: number | null;
}

export function findCores(): Cores {
  const allowed = allowedCores();
  if (allowed.length === 0 || !tasksetWorks(allowed[0])) return { server: null, load: null };
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

function tasksetWorks(core: number): boolean {
  return spawnSync('taskset', ['-c', String(core), 'true']).status === 0;
}
