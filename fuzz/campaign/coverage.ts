import type { RouteTable } from '../generate/route-table.js';
import type { FuzzRequest } from '../requests/request.js';
import { header, isAnswer, type Outcome } from '../wire/answer.js';

/** What an answer amounts to. `elsewhere`: sent on to a sign-in page. */
export type OutcomeClass = 'done' | 'elsewhere' | 'refused' | 'failed' | 'none';

const SIGN_IN = /^\/(?:admin\/)?sign-in/;
/** These lead to a sign-in page when they succeed. */
const SIGNS_OUT = /^(?:admin)?signout$/;
const UNKNOWN = '(no operation)';

export function classOf(outcome: Outcome): OutcomeClass {
  if (!isAnswer(outcome)) return 'none';
  if (outcome.status >= 500 && outcome.status < 507 && outcome.status !== 501) return 'failed';
  if (outcome.status >= 400) return 'refused';
  return outcome.status >= 300 && SIGN_IN.test(header(outcome, 'location') ?? '') ? 'elsewhere' : 'done';
}

/** How often each operation was answered how. */
export class Coverage {
  private readonly counts = new Map<string, Map<OutcomeClass, number>>();
  private readonly statuses = new Map<number, number>();

  constructor(private readonly table: RouteTable) {}

  count(request: FuzzRequest, outcome: Outcome): void {
    const name = this.nameOf(request);
    const classes = this.counts.get(name) ?? new Map<OutcomeClass, number>();
    this.counts.set(name, classes);
    const isOut = SIGNS_OUT.test(name) && isAnswer(outcome) && outcome.status < 400;
    const found = isOut ? 'done' : classOf(outcome);
    classes.set(found, (classes.get(found) ?? 0) + 1);
    if (isAnswer(outcome)) this.statuses.set(outcome.status, (this.statuses.get(outcome.status) ?? 0) + 1);
  }

  /** Operations by name, with how often each was done. */
  get done(): ReadonlyMap<string, number> {
    const names = new Set(this.table.routes.map(({ name }) => name));
    return new Map([...names].map((name) => [name, this.counts.get(name)?.get('done') ?? 0]));
  }

  /** How often each class came, over all operations. */
  get classes(): ReadonlyMap<OutcomeClass, number> {
    const sums = new Map<OutcomeClass, number>();
    for (const classes of this.counts.values())
      for (const [name, count] of classes) sums.set(name, (sums.get(name) ?? 0) + count);
    return sums;
  }

  get byStatus(): readonly (readonly [status: number, count: number])[] {
    return [...this.statuses].sort(([a], [b]) => a - b);
  }

  /** `/api?a01call=…` by what it was meant for; everything else by where it went. */
  private nameOf(request: FuzzRequest): string {
    if (request.kind === 'raw' || request.path === '/api') return request.aim;
    return this.table.find(request.method, request.path)?.name ?? UNKNOWN;
  }
}
