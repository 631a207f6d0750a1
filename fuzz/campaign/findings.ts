import { fault, type Fault } from '../oracle/fault.js';
import { isDying } from '../servers/is-dying.js';
import type { Server } from '../servers/server.js';
import { curlLine } from '../shrink/curl.js';
import type { Reproduction, Shrinker } from '../shrink/shrinker.js';
import { isAnswer } from '../wire/answer.js';
import type { Exchange } from './exchange.js';
import type { Gate } from './gate.js';
import type { Watch } from './watch.js';

export interface Finding {
  readonly fault: Fault;
  readonly reproduction: Reproduction;
  /** The cause according to the server's log; null: unknown. */
  readonly cause: string | null;
  /** The number of times it was seen. */
  count: number;
}

const NOTHING: Reproduction = { commands: [], isConfirmed: false };
const SUSPECTS_EACH = 3;
const SUSPECTS_SHOWN = 5;
/** Timing and missing answers may be caused by the machine: they count only if they can be reproduced. */
const NEEDS_CONFIRMATION = ['slow', 'silent'];

/** The faults of a run, each minimized once. */
export class Findings {
  readonly all: Finding[] = [];
  /** Faults that could not be reproduced. */
  readonly unconfirmed: Fault[] = [];
  deaths = 0;
  private readonly known = new Map<string, Finding | null>();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly server: Server,
    private readonly gate: Gate,
    private readonly watch: Watch,
    private readonly shrinker: Shrinker,
    private readonly host: string,
    private readonly onFinding: (finding: Finding) => void,
  ) {}

  /** @param before earlier requests of the same connection */
  report(found: Fault, exchange: Exchange | null, before: readonly Exchange[]): void {
    if (this.isKnown(found)) return;
    this.known.set(found.key, null);
    const history = [...before];
    const { deaths } = this;
    this.enqueue(async () => {
      const mayBeDeath = found.kind === 'silent' || found.kind === 'complaint';
      if (mayBeDeath && (this.deaths > deaths || (await isDying(this.server))))
        return void this.known.delete(found.key);
      if (!exchange) return this.settle(found, NOTHING);
      const reproduction = await this.shrinker.shrink(found, exchange.request, history);
      this.settle(found, reproduction, this.watch.causeOf(exchange));
    });
  }

  /** The process exited: finds out which of the latest requests caused it. */
  ended(how: string, lastWords: string, histories: readonly (readonly Exchange[])[]): void {
    this.deaths++;
    const found = fault(
      'ended',
      'the server',
      `the process ended (${how})${lastWords === '' ? '' : `: ${lastWords}`}`,
    );
    const isKnown = this.isKnown(found);
    if (!isKnown) this.known.set(found.key, null);
    this.enqueue(async () => {
      // Done late: the connections notice the exit after this.
      if (!isKnown) this.settle(found, await this.culprit(found, suspectsIn(histories)));
    });
  }

  /** Queues work that needs the server to itself. */
  enqueue(work: () => Promise<void>): void {
    this.work = this.work.then(() =>
      this.gate.alone(async () => {
        this.watch.keepAside(true);
        try {
          await this.revive();
          await work();
          await this.revive();
        } finally {
          this.watch.keepAside(false);
        }
      }),
    );
  }

  /** Called before and after an investigation, which may end the server. */
  private async revive(): Promise<void> {
    if (this.server.isOwn && this.server.hasEnded) await this.server.restart();
  }

  /** Resolves when everything found has been investigated. */
  async settled(): Promise<void> {
    for (let work: Promise<void> | null = null; work !== this.work;) await (work = this.work);
  }

  private isKnown(found: Fault): boolean {
    const finding = this.known.get(found.key);
    if (finding) finding.count++;
    return finding !== undefined;
  }

  /** Keeps a fault that was investigated, unless it has to be confirmed and was not. */
  settle(found: Fault, reproduction: Reproduction, cause: string | null = null): void {
    if (!reproduction.isConfirmed && NEEDS_CONFIRMATION.includes(found.kind)) {
      this.unconfirmed.push(found);
      this.known.delete(found.key);
      return;
    }
    const finding = { fault: found, reproduction, cause, count: 1 };
    this.known.set(found.key, finding);
    this.all.push(finding);
    this.onFinding(finding);
  }

  private async culprit(found: Fault, suspects: readonly Exchange[]): Promise<Reproduction> {
    const unconfirmed = {
      commands: suspects.slice(0, SUSPECTS_SHOWN).map(({ request }) => curlLine(request, this.host)),
      isConfirmed: false,
    };
    if (!this.server.isOwn) return unconfirmed;
    for (const { request } of suspects)
      if (await this.shrinker.shows(found, request)) return this.shrinker.shrink(found, request, []);
    return unconfirmed;
  }
}

/** Requests without an answer first, then the latest of each connection. */
function suspectsIn(histories: readonly (readonly Exchange[])[]): Exchange[] {
  const latest = histories.flatMap((history) => history.slice(-SUSPECTS_EACH).reverse());
  const unanswered = latest.filter(({ outcome }) => !isAnswer(outcome));
  return [...unanswered, ...latest.filter(({ outcome }) => isAnswer(outcome))];
}
