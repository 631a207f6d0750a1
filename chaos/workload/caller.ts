import { setTimeout as sleep } from 'node:timers/promises';
import type { RawAnswer, RawRequest } from '../../test/support/http.js';
import { verdictOf } from '../../test/support/verdict.js';
import type { Balancer, Heard } from './balancer.js';
import type { Kind } from './findings.js';
import type { Ledger, Outcome } from './ledger.js';

const REPEAT_MS = 200;
/** Without an answer for so long, the server does not come back. */
const PATIENCE_MS = 150_000;
const SHOWN = 160;

export interface Judged {
  /** `wrong`: told among the findings already. */
  readonly outcome: Outcome | 'wrong';
  readonly answer: RawAnswer | null;
  readonly node: string | null;
}

/** What is right, and which finding another status is; 500 is one always, 401 unless it is named. */
export interface Expected {
  readonly right: readonly number[];
  readonly wrong?: Readonly<Partial<Record<number, Kind>>>;
}

const OK: Expected = { right: [200] };

/** One caller behind an address of its own, who judges every answer. */
export class Caller {
  constructor(
    readonly balancer: Balancer,
    readonly ledger: Ledger,
    private readonly address: string,
  ) {}

  /** One request. */
  async once(what: string, asked: RawRequest, expected = OK): Promise<Judged> {
    return this.judge(what, await this.send(asked), expected);
  }

  /** One request to this node; null: the first one. */
  async onceOn(node: string | null, what: string, asked: RawRequest, expected: Expected): Promise<Judged> {
    const heard = await this.balancer.sendTo(node ?? this.balancer.nodes[0], this.fromHere(asked));
    return this.judge(what, heard, expected);
  }

  /** Repeats what was not answered or answered with 503. @returns the right answer; null: a finding */
  async until(
    what: string,
    asked: RawRequest,
    expected = OK,
  ): Promise<{ answer: RawAnswer; node: string | null } | null> {
    let wasUnknown = false;
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(REPEAT_MS)) {
      const heard = await this.send(asked);
      // What an earlier attempt did is gone by now.
      const isGone = wasUnknown && [404, 507].includes(heard.answer?.status ?? 0);
      const { outcome, answer } = this.judge(what, heard, isGone ? { right: [404, 507] } : expected);
      if (outcome === 'done' && answer) return { node: heard.node, answer };
      if (outcome === 'wrong') return null;
      wasUnknown ||= outcome === 'unknown';
    }
    this.ledger.findings.add('refused', `${what}: no answer for ${PATIENCE_MS / 1000} s`);
    return null;
  }

  /** Sends, and goes away before the answer. */
  async lose(asked: RawRequest, afterMs: number): Promise<void> {
    await this.send(asked, afterMs);
  }

  private send(asked: RawRequest, afterMs?: number): Promise<Heard> {
    return this.balancer.send(this.fromHere(asked), afterMs);
  }

  private fromHere(asked: RawRequest): RawRequest {
    const from = { 'X-Forwarded-For': this.address, 'X-Forwarded-Proto': 'https' };
    return { ...asked, headers: { ...from, ...asked.headers } };
  }

  private judge(what: string, { node, answer, ms }: Heard, { right, wrong = {} }: Expected): Judged {
    this.ledger.noteWait(ms);
    const judged = (outcome: Judged['outcome']): Judged => ({ outcome, answer, node });
    if (answer && right.includes(answer.status)) return judged('done');
    const verdict = answer === null ? (node === null ? 'unchanged' : 'unknown') : verdictOf(answer);
    if (answer === null || verdict === 'unchanged' || verdict === 'unknown') {
      this.ledger.unavailable++;
      return judged(verdict === 'unknown' ? 'unknown' : 'not');
    }
    const kind =
      wrong[answer.status] ?? { 401: 'false401' as const, 500: 'error500' as const }[answer.status];
    this.ledger.findings.add(kind ?? 'refused', `${what}: ${answer.status} ${answer.text.slice(0, SHOWN)}`);
    return judged('wrong');
  }
}
