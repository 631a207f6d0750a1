import { Injectable } from '@nestjs/common';
import { again } from '../../platform/errors/outcome.js';
import { AppLog } from '../../platform/telemetry/log.js';

/**
 * Sends links after the answer, whose timing then reveals nothing to the caller, not even whether anyone gets a link.
 */
@Injectable()
export class LateLinks {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly log: AppLog) {}

  send(work: () => Promise<void>): void {
    const sending = again(work)
      .catch((cause: unknown) => this.log.pino.warn({ cause: String(cause) }, 'a link was not sent'))
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** Resolves when no send is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settled();
  }
}
