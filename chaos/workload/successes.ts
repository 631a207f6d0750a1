/** Acknowledged writes: how many, on which nodes; and the longest time without one that concerns tokens. */
export class Successes {
  count = 0;
  private readonly byNode = new Map<string, number>();
  private lastAt = performance.now();
  private longestMs = 0;

  note(node: string | null): void {
    this.count++;
    if (node !== null) this.byNode.set(node, this.of(node) + 1);
  }

  /** A sign-in, a refresh, an end. */
  noteTokens(node: string | null): void {
    this.note(node);
    this.close();
  }

  of(node: string): number {
    return this.byNode.get(node) ?? 0;
  }

  /** The time up to now counts, too. */
  close(): void {
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, now - this.lastAt);
    this.lastAt = now;
  }

  /** Counts from now on: what came before was the start. */
  begin(): void {
    this.lastAt = performance.now();
    this.longestMs = 0;
  }

  get longestGapSeconds(): number {
    return this.longestMs / 1000;
  }
}
