import { Injectable } from '@nestjs/common';
import { Clock } from '../security/clock.js';
import { randomFew } from '../security/secrets.js';
import { VERSION } from '../version.js';

/** This process among the nodes, under a random name chosen at its start; host and address are not stored. */
@Injectable()
export class ThisNode {
  readonly name = `node-${randomFew(3).toString('hex')}`;
  private startedAt: Date | null = null;

  constructor(private readonly clock: Clock) {}

  /** That it runs, and since when: since the first time that this was asked. */
  sign(): {
    readonly name: string;
    readonly version: string;
    readonly startedAt: Date;
    readonly seenAt: Date;
  } {
    const seenAt = this.clock.now();
    this.startedAt ??= seenAt;
    return { name: this.name, version: VERSION, startedAt: this.startedAt, seenAt };
  }
}
