interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Gathers what requests ask for while an earlier statement is under way and asks for it in one statement; each
 * request waits for its own result. Under load that saves most round trips, and when idle it costs none.
 */
export class Batch<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private isScheduled = false;

  /** @param run answers all items in their order; it fails for all or for none */
  constructor(
    private readonly run: (items: T[]) => Promise<R[]>,
    private readonly maxItems = 500,
  ) {}

  add(item: T): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.maxItems);
      try {
        const results = await this.run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index]));
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    this.isScheduled = false;
  }
}
