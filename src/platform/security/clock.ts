import { Injectable } from '@nestjs/common';

/** The inaccuracy of a clock between two measurements. */
const UNSURE_MS = 100;

/**
 * The only source of time, replaced in tests. With a database server it is that server's clock, which all nodes share
 * (D223): once measured, it goes on evenly, whatever happens to the clock of this machine.
 */
@Injectable()
export class Clock {
  /** Added to performance.now(); null: uses the clock of this machine. */
  private offset: number | null = null;

  now(): Date {
    return new Date(this.millis());
  }

  /** Milliseconds since the epoch. */
  millis(): number {
    return this.real();
  }

  /** Milliseconds since the epoch by the database's clock. It goes on in tests in which `now()` stands still. */
  real(): number {
    return this.offset === null ? this.machine() : Math.floor(performance.now() + this.offset);
  }

  /** The clock of this machine, in milliseconds since the epoch. */
  machine(): number {
    return Date.now();
  }

  /**
   * Follows a clock that was asked at `asked` and answered at `answered` (performance.now()). A difference within the network
   * delay changes nothing: time does not waver.
   */
  goBy(theirs: number, asked: number, answered: number): void {
    const offset = theirs - (asked + answered) / 2;
    const unsure = UNSURE_MS + (answered - asked) / 2;
    if (this.offset === null || Math.abs(offset - this.offset) > unsure) this.offset = offset;
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
