const WIDTH = 30;

/** A progress bar on a terminal; elsewhere nothing is shown. */
export class Progress {
  private readonly startedAt = Date.now();

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly total: number,
  ) {}

  /** @param done of `total`; @param text is shown after the bar */
  show(done: number, text: string): void {
    if (!this.stream.isTTY) return;
    const part = this.total === 0 ? 1 : Math.min(1, done / this.total);
    const filled = Math.round(part * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const left = part === 0 ? '' : `, ${Math.ceil((this.seconds * (1 - part)) / part)} s left`;
    this.stream.write(`\r\x1b[K${bar} ${Math.floor(part * 100)} %  ${text}${left}`);
  }

  /** Shows a text without a bar, while the total is unknown. */
  note(text: string): void {
    if (this.stream.isTTY) this.stream.write(`\r\x1b[K${text}`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.stream.isTTY) this.stream.write('\r\x1b[K');
  }

  get seconds(): number {
    return (Date.now() - this.startedAt) / 1000;
  }
}
