import { setTimeout as sleep } from 'node:timers/promises';
import type { Persona } from '../cast/persona.js';
import type { People } from '../cast/cast.js';
import type { Step } from '../generate/generator.js';
import { classOf } from '../oracle/outcome-class.js';
import { isAnswer, type Outcome } from '../wire/answer.js';
import type { Connection } from '../wire/connection.js';
import { isOrdinary, messageOf, send } from '../wire/send.js';
import type { Exchange } from './exchange.js';
import type { Gate } from './gate.js';

const HISTORY = 30;
const PIPELINED_PERCENT = 3;
const MOST_PIPELINED = 4;
const REFUSED_PAUSE_MS = 50;

/** The parts of the campaign that a worker needs. */
interface Place {
  readonly gate: Gate;
  readonly host: string;
  readonly isOver: () => boolean;
  /** Called when the server refuses a connection. */
  readonly refused: () => void;
  readonly exchanged: (exchange: Exchange, worker: Worker) => void;
  /** Restores clients that requests deleted; false while the server does not answer. */
  readonly refurnish: () => Promise<boolean>;
  /** Creates new accounts to replace unusable ones; null while the server does not answer. */
  readonly populate: () => Promise<People | null>;
}

/** Where the requests of a connection come from. */
export interface Source {
  /** Each request needs the answer to the one before. */
  readonly isOneByOne: boolean;
  /** null: there are no more. */
  next(): Promise<Step | null>;
  succeeded(aim: string): void;
}

/** A connection with its persona: sends one request after the other, and learns from the answers. */
export class Worker {
  /** The latest exchanges, the newest last. */
  readonly history: Exchange[] = [];
  private hasEnded = false;

  constructor(
    private readonly persona: Persona,
    private readonly source: Source,
    private readonly connection: Connection,
    private readonly place: Place,
    private readonly isStranger: boolean,
  ) {}

  async run(requests: number): Promise<void> {
    for (let left = requests; left > 0 && !this.hasEnded && !this.place.isOver();)
      left -= await this.place.gate.pass(() => this.sendSome(left));
    this.connection.close();
  }

  private async sendSome(most: number): Promise<number> {
    if (!(await this.isFurnished())) return this.waitForServer();
    const steps = await this.drawn(most);
    this.hasEnded = steps.length === 0;
    if (this.hasEnded) return 0;
    const outcomes = await this.outcomesOf(steps);
    if (outcomes.every(isRefused)) {
      this.suspect(steps, outcomes);
      return this.waitForServer();
    }
    steps.forEach((step, i) => this.learn(step, outcomes[i]));
    return steps.length;
  }

  private async isFurnished(): Promise<boolean> {
    const { persona, place } = this;
    if (this.isStranger) return true;
    if (persona.misses && !(await place.refurnish())) return false;
    persona.misses = false;
    const people = persona.isPopulated ? null : await place.populate();
    if (people) persona.populate(people);
    return persona.isPopulated;
  }

  /** Records the request that may have ended the process: on an existing connection it is retried, and then refused. */
  private suspect(steps: readonly Step[], outcomes: readonly Outcome[]): void {
    const latest = this.history.at(-1);
    if (latest && isRefused(latest.outcome)) return; // the requests after it never arrived
    this.history.push(...steps.map(({ request }, i) => ({ request, outcome: outcomes[i] })));
  }

  /** The process has exited: waits until it was restarted. */
  private async waitForServer(): Promise<number> {
    this.place.refused();
    await sleep(REFUSED_PAUSE_MS);
    return 0;
  }

  /** One request, or several to pipeline. */
  private async drawn(most: number): Promise<Step[]> {
    const { random } = this.persona;
    const count =
      !this.source.isOneByOne && random.chance(PIPELINED_PERCENT) ? random.between(2, MOST_PIPELINED) : 1;
    const steps: Step[] = [];
    while (steps.length < Math.min(count, most)) {
      const step = await this.source.next();
      if (!step) break;
      if (!isOrdinary(step.request)) return steps.length === 0 ? [step] : steps;
      steps.push(step);
      if (!this.isStranger && !this.persona.isPopulated) break;
    }
    return steps;
  }

  private async outcomesOf(steps: readonly Step[]): Promise<Outcome[]> {
    const { host } = this.place;
    const [{ request }] = steps;
    if (!isOrdinary(request)) return [await send(this.connection, request, host)];
    return this.connection.send(steps.map((step) => messageOf(step.request, host)));
  }

  private learn({ request, draft }: Step, outcome: Outcome): void {
    const exchange = { request, outcome };
    this.history.push(exchange);
    this.place.exchanged(exchange, this);
    while (this.history.length > HISTORY) this.history.shift();
    if (isAnswer(outcome)) draft.jar?.absorb(outcome);
    draft.answered?.(outcome);
    if (!isAnswer(outcome)) return;
    const found = classOf(request.aim, outcome);
    if (found === 'done' || found === 'elsewhere') {
      if (found === 'done') this.source.succeeded(request.aim);
      draft.learn(outcome);
    } else if (request.kind === 'structured' && request.isSound) draft.refused(outcome);
  }
}

function isRefused(outcome: Outcome): boolean {
  return !isAnswer(outcome) && outcome.why === 'refused';
}
