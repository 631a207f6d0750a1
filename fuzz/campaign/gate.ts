/** Pauses all connections while a fault is investigated. */
export class Gate {
  private closed: Promise<void> | null = null;
  private open: () => void = () => undefined;
  private inside = 0;
  private onEmpty: () => void = () => undefined;

  /** Runs one step of a connection; waits while the gate is closed. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    this.inside++;
    try {
      return await work();
    } finally {
      if (--this.inside === 0) this.onEmpty();
    }
  }

  /** Waits until no step is running, and starts none while `work` runs. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    this.closed = new Promise((resolve) => (this.open = resolve));
    if (this.inside > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
    this.onEmpty = () => undefined;
    try {
      return await work();
    } finally {
      this.closed = null;
      this.open();
    }
  }
}
