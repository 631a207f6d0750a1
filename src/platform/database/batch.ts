import { isOutcomeUnknown } from '../errors/outcome.js';

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (cause: unknown) => void;
}

interface Options<T, R> {
  /**
   * Answers one item whose batch failed, or that its batch left unanswered (undefined). Not one whose batch may have been
   * done all the same: what is used up once would be found used.
   */
  readonly alone?: (item: T) => Promise<R>;
  readonly maxItems?: number;
}

/** Statements of one batch under way at a time: what is asked for meanwhile goes along with the next. */
const MAX_UNDER_WAY = 3;
const MAX_ITEMS = 500;
/** As many do not wait for the end of the turn: the database works while the rest of the requests is read. */
const ENOUGH = 4;

/**
 * Gathers what the requests of one turn of the event loop ask for and asks for it in a few statements; each request
 * waits for its own result. Under load that saves most round trips and commits, and when idle it costs none.
 */
export class Batch<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private isScheduled = false;
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
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length >= ENOUGH && this.underWay < MAX_UNDER_WAY) this.send();
      else this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.underWay >= MAX_UNDER_WAY) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (this.waiting.length > 0 && this.underWay < MAX_UNDER_WAY) this.send();
      this.schedule();
    });
  }

  private send(): void {
    void this.flush(this.waiting.splice(0, this.maxItems));
  }

  private async flush(batch: Waiting<T, R>[]): Promise<void> {
    this.underWay++;
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach((one, index) => this.settle(one, results[index]));
    } catch (cause) {
      for (const one of batch) {
        if (this.options.alone && !isOutcomeUnknown(cause)) this.settle(one, undefined);
        else one.reject(cause);
      }
    } finally {
      this.underWay--;
      this.schedule();
    }
  }

  private settle({ item, resolve, reject }: Waiting<T, R>, result: R | undefined): void {
    const { alone } = this.options;
    if (result !== undefined || !alone) resolve(result as R);
    else alone(item).then(resolve, reject);
  }
}
