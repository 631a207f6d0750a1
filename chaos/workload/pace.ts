import { setTimeout as sleep } from 'node:timers/promises';

const SHORT_MS = 10;
const LONG_MS = 60;

/** Between two requests of a person: a few hundred requests a second in all, and no machine kept busy. */
export function pause(): Promise<void> {
  return sleep(between(SHORT_MS, LONG_MS));
}

export function between(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from));
}

export function chance(share: number): boolean {
  return Math.random() < share;
}
