import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MICROSECONDS = 10_000; // USER_HZ is 100 on every Linux that Node runs on

/** CPU time used by the process, in microseconds; null where /proc is not available. */
export function cpuMicroseconds(pid: number): number | null {
  const fields = statOf(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS; // utime and stime
}

/** Processor time of a process with its children, also those that have ended: a PostgreSQL with its sessions. */
export function cpuMicrosecondsOfAll(parent: number): number | null {
  const fields = statOf(parent);
  if (fields === null) return null;
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_MICROSECONDS; // cutime and cstime
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
  return [parent, ...children].reduce((sum, pid) => sum + (cpuMicroseconds(pid) ?? 0), ended);
}

/** The fields of /proc/PID/stat from the third on; null: there is none. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

export function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
