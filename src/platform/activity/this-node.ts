import type { Node } from './node.entity.js';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { Clock } from '../security/clock.js';
import { randomFew } from '../security/secrets.js';
import { VERSION } from '../version.js';

/** This process among the nodes. */
@Injectable()
export class ThisNode {
  /** Tells it from every other process, also from the one that had its name before. */
  readonly id = `node-${randomFew(3).toString('hex')}`;
  private startedAt: Date | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** The name by which people know it. */
  get name(): string {
    return this.config.nodeName;
  }

  /** Returns the row of this node: it has been running since the first call. */
  sign(): Node {
    const seenAt = this.clock.now();
    this.startedAt ??= seenAt;
    return { name: this.name, version: VERSION, startedAt: this.startedAt, seenAt };
  }
}
