import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { Clock, SECOND } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';

const NOW = {
  name: 'clock-now',
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
};
/** From this difference on, the operator has to correct the clock. */
export const APART_MS = 2 * SECOND;
/** From this difference on, the node gets no requests. */
export const FAR_APART_MS = 30 * SECOND;

/** Makes the node use the database's clock, and warns when its own is wrong (D223). */
@Injectable()
export class ClockWatch {
  /** null: not compared yet. */
  private apart: number | null = null;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: AppLog,
    metrics: Metrics,
  ) {
    metrics.observe(
      'hearth_clock_apart_seconds',
      'How far this machine’s clock is from the database’s.',
      () => this.apartMs / SECOND,
    );
  }

  /** Milliseconds between the clocks of this machine and of the database at the last comparison, minus the network delay. */
  get apartMs(): number {
    return this.apart ?? 0;
  }

  /** Whether this node may judge what is expired: with a wrong clock it would end what other nodes still accept. */
  get verdict(): 'right' | 'wrong' | 'unknown' {
    if (this.apart === null) return this.database.isEmbedded ? 'right' : 'unknown';
    return this.apart > FAR_APART_MS ? 'wrong' : 'right';
  }

  /** The embedded database has this machine's clock. @throws CallError unavailable */
  async compare(): Promise<void> {
    if (this.database.isEmbedded) return;
    const asked = performance.now();
    const [{ now }] = await this.database.query<{ now: number }>(NOW, []);
    const answered = performance.now();
    this.clock.goBy(now, asked, answered);
    const half = (answered - asked) / 2;
    this.note(Math.max(0, Math.abs(this.clock.machine() - half - now) - half));
  }

  private note(apart: number): void {
    const wasWrong = this.apartMs > APART_MS;
    this.apart = Math.round(apart);
    const isWrong = this.apart > APART_MS;
    const details = { apartSeconds: this.apart / SECOND };
    if (isWrong)
      this.log.pino.warn(
        details,
        'the clock of this machine and the database’s are apart; the database’s is used: synchronize both with NTP',
      );
    else if (wasWrong) this.log.pino.info(details, 'the clocks of this machine and the database agree again');
  }
}
