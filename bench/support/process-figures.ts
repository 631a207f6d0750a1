import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICK_MICROSECONDS = 10_000; // USER_HZ is 100 on every Linux that Node runs on

/** CPU time used by the process, in microseconds; null where /proc is not available. */
export function cpuMicroseconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS; // utime and stime
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
