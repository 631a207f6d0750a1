import type { Exchange } from '../campaign/exchange.js';
import type { Watch } from '../campaign/watch.js';
import { fault, type Fault } from '../oracle/fault.js';
import type { Judge } from '../oracle/judge.js';
import type { FuzzRequest } from '../requests/request.js';
import { isDying } from '../servers/is-dying.js';
import type { Server } from '../servers/server.js';
import { isAnswer, type Outcome } from '../wire/answer.js';
import { Connection } from '../wire/connection.js';
import { send } from '../wire/send.js';

const LINE_LIMIT_MS = 500;

const ENDED = fault('ended', 'the server', 'the process ended');

/** Sends single requests to an otherwise idle server, and checks each answer. */
export class Lab {
  constructor(
    private readonly server: Server,
    private readonly judge: Judge,
    private readonly watch: Watch,
    private readonly host: string,
    private readonly answerLimitMs: number,
  ) {}

  async send(request: FuzzRequest): Promise<Outcome> {
    if (this.server.hasEnded) await this.server.restart();
    const connection = new Connection(this.server.address, this.answerLimitMs);
    const outcome = await send(connection, request, this.host);
    connection.close();
    return outcome;
  }

  /** All faults of the outcome. */
  async faultsIn(exchange: Exchange): Promise<Fault[]> {
    const { request, outcome } = exchange;
    const { watch } = this;
    if (!isAnswer(outcome) && (await isDying(this.server))) return [ENDED];
    const faults = this.judge.judge(request, outcome);
    const line = this.server.isOwn ? await watch.lineOf(exchange, LINE_LIMIT_MS) : null;
    const isLate = line ? watch.isSlow(line, exchange) : !this.server.isOwn && outcome.ms > watch.slowMs;
    return [...faults, ...watch.takeAside(), ...(isLate ? [watch.slow(request.aim)] : [])];
  }
}
