import { Clock } from '../../src/platform/security/clock.js';

/** A clock that stands still until it is moved or started. */
export class FixedClock extends Clock {
  constructor(private standsAt: number | null = Date.parse('2026-03-01T12:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.millis());
  }

  override millis(): number {
    return this.standsAt ?? super.millis();
  }

  get seconds(): number {
    return Math.floor(this.millis() / 1000);
  }

  /** From now on it runs, as the database's clock does. */
  go(): void {
    this.standsAt = null;
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
    this.standsAt = this.millis() + (seconds + 60 * (minutes + 24 * 60 * days)) * 1000;
  }
}
