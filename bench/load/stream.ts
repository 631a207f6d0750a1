import { Connection } from './connection.js';
import type { Figures } from './loads.js';
import type { Supply } from './requests.js';

/** Connections that each send the next request after the last answer. */
export class Stream {
  private readonly connections: Connection[];
  private readonly latencies: number[] = [];
  private open: number;
  private turnedAway = 0;
  private answers = 0;
  private isMeasured = false;
  private endsAt = Infinity;
  private firstAt = 0;
  private lastAt = 0;
  private finish: (figures: Figures) => void = () => undefined;

  constructor(
    port: number,
    connections: number,
    makeSupply: () => Supply,
    onProblem: (problem: string) => void,
    isOfSignIns: boolean,
  ) {
    this.open = connections;
    const onAnswer = (connection: Connection, sentAt: number, body: Buffer): void =>
      this.answered(connection, sentAt, body);
    const onBusy = (connection: Connection): void => {
      this.turnedAway++;
      this.next(connection, null);
    };
    const make = (): Connection =>
      new Connection(port, makeSupply(), onAnswer, onProblem, isOfSignIns ? onBusy : null);
    this.connections = Array.from({ length: connections }, make);
  }

  async connect(): Promise<void> {
    await Promise.all(this.connections.map(({ opened }) => opened));
  }

  /** @returns when all requests are answered, including answers that came too late to count */
  run(): Promise<Figures> {
    return new Promise((resolve) => {
      this.finish = resolve;
      for (const connection of this.connections) this.next(connection, null);
    });
  }

  /** Answers count from now on. */
  measureUntil(endsAt: number): void {
    this.isMeasured = true;
    this.endsAt = endsAt;
  }

  private next(connection: Connection, previous: Buffer | null): void {
    const request = performance.now() < this.endsAt ? connection.supply(previous) : null;
    if (request !== null) {
      connection.send(request);
      return;
    }
    connection.close();
    if (--this.open === 0) this.finish(this.figures());
  }

  private answered(connection: Connection, sentAt: number, body: Buffer): void {
    const now = performance.now();
    if (this.isMeasured) this.answers++;
    if (this.isMeasured && now <= this.endsAt) {
      this.latencies.push(now - sentAt);
      this.lastAt = now;
      if (this.latencies.length === 1) this.firstAt = now;
    }
    this.next(connection, body);
  }

  /** The rate from the first to the last answer, so that a few slow answers don't round it. */
  private figures(): Figures {
    const { answers: answered, turnedAway, firstAt, lastAt } = this;
    const sorted = Float64Array.from(this.latencies).sort();
    const count = sorted.length;
    const at = (share: number): number => sorted[Math.min(count - 1, Math.floor(count * share))] ?? NaN;
    const perSecond = count > 1 ? ((count - 1) * 1000) / (lastAt - firstAt) : 0;
    return { count, answered, turnedAway, perSecond, p50: at(0.5), p99: at(0.99) };
  }
}
