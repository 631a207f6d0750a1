import { Injectable } from '@nestjs/common';
import { ThisNode } from './this-node.js';
import { ClockWatch } from '../database/clock-watch.js';
import { Silences } from '../database/silences/silences.js';
import { Node } from './node.entity.js';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Repeated } from '../repeated.js';
import { SECOND } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';

const EVERY_MS = 15 * SECOND;
/** A node that did not report for so long is not running any more. */
export const ALIVE_MS = 3 * EVERY_MS;

/**
 * Registers every 15 seconds that this node is running, so that an operator sees all nodes and their versions, and
 * compares clocks and notes when the database was silent, for the first time before the first request.
 */
@Injectable()
export class NodeRegister {
  private signing: Repeated | null = null;

  constructor(
    @InjectRepository(Node) private readonly nodes: Repository<Node>,
    private readonly node: ThisNode,
    private readonly clockWatch: ClockWatch,
    private readonly silences: Silences,
    private readonly log: AppLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.sign();
    this.signing = new Repeated(EVERY_MS, () => this.sign());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.signing?.stop(); // otherwise its row would return after the removal
    await this.quietly(() => this.nodes.delete({ name: this.node.name }));
  }

  /** All that reported and were not stopped, the oldest first; one that was killed too, for some minutes. */
  all(): Promise<Node[]> {
    return this.nodes.find({ order: { startedAt: 'ASC', name: 'ASC' } });
  }

  private sign(): Promise<void> {
    return this.quietly(async () => {
      await this.clockWatch.compare();
      await this.silences.beat();
      await this.nodes.upsert(this.node.sign(), ['name']);
    });
  }

  /** Only informational: an unavailable database is reported elsewhere. */
  private async quietly(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      this.log.pino.debug({ cause: String(cause) }, 'the node could not be registered');
    }
  }
}
