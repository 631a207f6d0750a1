import { Injectable } from '@nestjs/common';
import { ThisNode } from './this-node.js';
import { ClockWatch } from '../database/clock-watch.js';
import { Silences } from '../database/silences/silences.js';
import { Node } from './node.entity.js';
import { Repository, type DataSource } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Repeated } from '../repeated.js';
import { SECOND } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { VERSION } from '../version.js';

const EVERY_MS = 15 * SECOND;
/** A node that did not report for this long no longer runs. */
export const ALIVE_MS = 3 * EVERY_MS;

/**
 * Registers every 15 seconds that this node is running, so that an operator sees all nodes and their versions. It also
 * compares clocks and records silences of the database, for the first time before the first request.
 */
@Injectable()
export class NodeRegister {
  private signing: Repeated | null = null;
  private hasSigned = false;
  private isTaken = false;

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
    const { name, startedAt } = this.node.sign();
    await this.quietly(() => this.nodes.delete({ name, startedAt }));
  }

  /** Returns all running nodes, the oldest first. A killed node stays for some minutes. */
  all(): Promise<Node[]> {
    return this.nodes.find({ order: { startedAt: 'ASC', name: 'ASC' } });
  }

  /** Whether another node that runs has the name of this one, so that only one of them is seen. */
  get isNameTaken(): boolean {
    return this.isTaken;
  }

  private sign(): Promise<void> {
    return this.quietly(async () => {
      await this.clockWatch.compare();
      await this.silences.beat();
      await this.compareName();
      await this.nodes.upsert(this.node.sign(), ['name']);
      this.hasSigned = true;
    });
  }

  /** At first, the row may be that of the process before. Later, only another one that runs has written over it. */
  private async compareName(): Promise<void> {
    const { name, startedAt } = this.node.sign();
    const there = await this.nodes.findOneBy({ name });
    const wasTaken = this.isTaken;
    this.isTaken = this.hasSigned && there !== null && there.startedAt.getTime() !== startedAt.getTime();
    if (this.isTaken && !wasTaken)
      this.log.pino.warn({ name }, 'another node has this name: give each its own, by NODE_NAME');
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

/** Returns the other versions of running nodes, the oldest node first. */
export async function otherVersions({ manager }: DataSource): Promise<readonly string[]> {
  const rows = await manager
    .createQueryBuilder(Node, 'node')
    .where('node.version <> :own', { own: VERSION })
    .andWhere(`node.seen_at > clock_timestamp() - :alive * interval '1 millisecond'`, { alive: ALIVE_MS })
    .orderBy('node.started_at')
    .getMany();
  return [...new Set(rows.map(({ version }) => version))];
}
