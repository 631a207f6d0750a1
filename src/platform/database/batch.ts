import { unavailable } from '../errors/outcome.js';
import { PLACE_MS } from '../waits.js';
import { isOfOne } from './database-errors.js';

interface Waiting<T, R> {
  readonly item: T;
  /** Milliseconds, of performance.now(). */
  readonly since: number;
  readonly resolve: (result: R) => void;
  readonly reject: (cause: unknown) => void;
}

interface Options<T, R> {
  /**
   * Answers one item that its batch left unanswered (undefined), or whose batch failed for a reason that one item can
   * cause. Not used if the batch may be committed (a single-use value would be found used), if the database is away or too
   * slow, or if the item has waited too long for another statement: nobody waits twice.
   */
  readonly alone?: (item: T) => Promise<R>;
  readonly maxItems?: number;
}

/** Concurrent statements of one batch: others go on while one waits for a locked row. */
const MAX_UNDER_WAY = 3;
const MAX_ITEMS = 500;
/** This many items are sent without waiting for more: the database works while Node reads and answers requests. */
const ENOUGH = 8;
/**
 * How long new items wait for the previous statement to end, to be sent together. Fewer statements make each request
 * cheaper; a commit that takes longer is not waited for.
 */
const PATIENCE_MS = 2;

/**
 * Collects the items of all requests in a turn of the event loop and sends them in few statements; each request awaits
 * its own result. Under load that saves most round trips and commits; when idle it costs nothing.
 */
export class Batch<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private isScheduled = false;
  private patience: NodeJS.Timeout | undefined;
  private underWay = 0;
  private readonly maxItems: number;

  /** @param run answers all items in their order; it fails for all or for none */
  constructor(
    private readonly run: (items: T[]) => Promise<(R | undefined)[]>,
    private readonly options: Options<T, R> = {},
  ) {
    this.maxItems = options.maxItems ?? MAX_ITEMS;
  }

  add(item: T): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      if (this.waiting.length >= ENOUGH && this.underWay < MAX_UNDER_WAY) this.send();
      else this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.underWay >= MAX_UNDER_WAY) return;
    if (this.underWay === 0) this.sendAtTheEndOfTheTurn();
    else this.patience ??= setTimeout(() => this.sendAtTheEndOfTheTurn(), PATIENCE_MS);
  }

  private sendAtTheEndOfTheTurn(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.send();
      this.schedule();
    });
  }

  private send(): void {
    this.refuseLate();
    if (this.waiting.length > 0) void this.flush(this.waiting.splice(0, this.maxItems));
  }

  /** The oldest are first. */
  private refuseLate(): void {
    const inTime = this.waiting.findIndex((one) => !isLate(one));
    const late = this.waiting.splice(0, inTime === -1 ? this.waiting.length : inTime);
    for (const { reject } of late) reject(unavailable({ reason: 'queue' }, undefined));
  }

  private async flush(batch: Waiting<T, R>[]): Promise<void> {
    this.underWay++;
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach((one, index) => this.settle(one, results[index]));
    } catch (cause) {
      for (const one of batch) {
        if (this.options.alone && isOfOne(cause)) this.settle(one, undefined);
        else one.reject(cause);
      }
    } finally {
      this.underWay--;
      this.schedule();
    }
  }

  private settle(one: Waiting<T, R>, result: R | undefined): void {
    const { alone } = this.options;
    if (result !== undefined || !alone) one.resolve(result as R);
    else if (isLate(one)) one.reject(unavailable({ reason: 'late' }, undefined));
    else alone(one.item).then(one.resolve, one.reject);
  }
}

/** An item that waited this long, because the database does not answer, gets no statement: it could take as long again (D166). */
function isLate({ since }: { readonly since: number }): boolean {
  return performance.now() - since > PLACE_MS;
}
