interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Gathers what the requests of one turn of the event loop ask for and asks for it in one statement; each request
 * waits for its own result. Under load that saves most round trips, and when idle it costs none.
 */
export class Batch<T, R> {
  private waiting: Waiting<T, R>[] = [];

  /** @param run answers all items in their order; it fails for all or for none */
  constructor(
    private readonly run: (items: T[]) => Promise<R[]>,
    private readonly maxItems = 500,
  ) {}

  add(item: T): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.flush());
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length === this.maxItems) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    if (batch.length === 0) return;
    this.waiting = [];
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  }
}
