import type { RouteTable } from '../generate/route-table.js';
import type { FuzzRequest } from '../requests/request.js';
import { classOf, type OutcomeClass } from '../oracle/outcome-class.js';
import { isReachedBy } from '../tour/reached.js';
import { isAnswer, type Outcome } from '../wire/answer.js';

const UNKNOWN = '(no operation)';

/** Counts the outcomes of each operation. */
export class Coverage {
  private readonly counts = new Map<string, Map<OutcomeClass, number>>();
  private readonly statuses = new Map<number, number>();
  private readonly reached = new Set<string>();

  constructor(private readonly table: RouteTable) {}

  count(request: FuzzRequest, outcome: Outcome): void {
    const name = this.nameOf(request);
    const classes = this.counts.get(name) ?? new Map<OutcomeClass, number>();
    this.counts.set(name, classes);
    const found = classOf(name, outcome);
    classes.set(found, (classes.get(found) ?? 0) + 1);
    if (request.kind === 'structured' && request.isSound && isReachedBy(name, outcome))
      this.reached.add(name);
    if (isAnswer(outcome)) this.statuses.set(outcome.status, (this.statuses.get(outcome.status) ?? 0) + 1);
  }

  /** The number of requests of each operation, by name, whatever came back. */
  get sent(): ReadonlyMap<string, number> {
    const sums = [...this.counts].map(
      ([name, classes]) => [name, [...classes.values()].reduce((sum, count) => sum + count)] as const,
    );
    return new Map(sums.sort(([a], [b]) => a.localeCompare(b)));
  }

  /** The number of successes of each operation, by name. */
  get done(): ReadonlyMap<string, number> {
    const names = new Set(this.table.routes.map(({ name }) => name));
    return new Map([...names].map((name) => [name, this.counts.get(name)?.get('done') ?? 0]));
  }

  /** Whether a well-formed request reached the operation. */
  isReached(name: string): boolean {
    return this.reached.has(name);
  }

  /** The number of outcomes of each class, over all operations. */
  get classes(): ReadonlyMap<OutcomeClass, number> {
    const sums = new Map<OutcomeClass, number>();
    for (const classes of this.counts.values())
      for (const [name, count] of classes) sums.set(name, (sums.get(name) ?? 0) + count);
    return sums;
  }

  get byStatus(): readonly (readonly [status: number, count: number])[] {
    return [...this.statuses].sort(([a], [b]) => a - b);
  }

  /** For `/api?a01call=…` the intended operation; for everything else the one at the path. */
  private nameOf(request: FuzzRequest): string {
    if (request.kind === 'raw' || request.path === '/api') return request.aim;
    return this.table.find(request.method, request.path)?.name ?? UNKNOWN;
  }
}
