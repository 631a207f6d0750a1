import { Clock } from '../../src/security/clock.js';

/** A clock that stands still until it is told to move. */
export class FixedClock extends Clock {
  constructor(private at = Date.parse('2026-03-01T12:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.at);
  }

  override millis(): number {
    return this.at;
  }

  get seconds(): number {
    return Math.floor(this.at / 1000);
  }

  advance({
    seconds = 0,
    minutes = 0,
    days = 0,
  }: {
    seconds?: number;
    minutes?: number;
    days?: number;
  }): void {
    this.at += (seconds + 60 * (minutes + 24 * 60 * days)) * 1000;
  }
}
