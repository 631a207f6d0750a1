import { fault, type Fault } from '../oracle/fault.js';
import type { Secrets } from '../oracle/leaks.js';
import type { Listener, LogLine } from '../servers/server.js';
import type { Exchange } from './exchange.js';
import { requestIdOf } from './exchange.js';

const KEPT = 5000;

interface ErrorLine {
  readonly requestId?: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Reports a fault from the log or stderr, with its request if known. */
type Report = (found: Fault, exchange: Exchange | null) => void;

/** Reads the output of the run's own server, and matches log lines with requests. */
export class Watch implements Listener {
  /** Called when the process has exited. */
  onEnded: (how: string) => void = () => undefined;
  private readonly lines = new Map<string, LogLine>();
  private readonly exchanges = new Map<string, Exchange>();
  /** Error causes from the log, by request id. */
  private readonly causes = new Map<string, string>();
  private readonly waiting = new Map<string, (line: LogLine) => void>();

  /** Faults found during an investigation. */
  private aside: Fault[] | null = null;

  constructor(
    private readonly secrets: Secrets,
    readonly slowMs: number,
    private readonly onFault: Report,
  ) {}

  /** Starts or ends collecting faults for the investigation. */
  keepAside(isAside: boolean): void {
    this.aside = isAside ? [] : null;
  }

  takeAside(): Fault[] {
    return this.aside?.splice(0) ?? [];
  }

  line(text: string, parsed: LogLine | null): void {
    const secret = this.secrets.inLog(text);
    const exchange = parsed && this.exchanges.get(parsed.requestId);
    if (secret !== null)
      this.report(fault('leak', parsed?.call ?? 'the log', `the log holds ${secret}`), exchange ?? null);
    if (parsed === null) return this.errorIn(text);
    this.waiting.get(parsed.requestId)?.(parsed);
    if (exchange) this.judge(parsed, exchange);
    else keep(this.lines, parsed.requestId, parsed);
  }

  complaint(text: string): void {
    this.report(fault('complaint', 'stderr', text), null);
  }

  /** An exit during an investigation is not reported. */
  ended(how: string): void {
    if (this.aside === null) this.onEnded(how);
  }

  /** An exchange has ended: its log line was already read, or will come soon. */
  over(exchange: Exchange): void {
    const id = requestIdOf(exchange);
    if (id === null) return;
    const line = this.lines.get(id);
    if (line) this.judge(line, exchange);
    keep(this.exchanges, id, exchange);
  }

  /** The log line of a request; null when none comes in time. */
  async lineOf(exchange: Exchange, limitMs: number): Promise<LogLine | null> {
    const id = requestIdOf(exchange);
    if (id === null) return null;
    const there = this.lines.get(id);
    if (there) return there;
    const line = await new Promise<LogLine | null>((resolve) => {
      const limit = setTimeout(() => resolve(null), limitMs);
      this.waiting.set(id, (found) => {
        clearTimeout(limit);
        resolve(found);
      });
    });
    this.waiting.delete(id);
    return line;
  }

  private report(found: Fault, exchange: Exchange | null): void {
    if (this.aside) this.aside.push(found);
    else this.onFault(found, exchange);
  }

  private judge(line: LogLine, exchange: Exchange): void {
    if (this.isSlow(line, exchange)) this.report(this.slow(exchange.request.aim), exchange);
  }

  /** By the server's own measurement; requests that were sent slowly are exempt. */
  isSlow({ ms, outcome }: Pick<LogLine, 'ms' | 'outcome'>, { request }: Exchange): boolean {
    const isOwnDoing = request.kind === 'structured' && request.delivery.kind === 'slow';
    return ms > this.slowMs && outcome !== 'aborted' && !isOwnDoing;
  }

  slow(aim: string): Fault {
    return fault('slow', aim, `took more than ${this.slowMs / 1000} s`);
  }

  /** The logged error of a failed request; null: there is none. */
  causeOf(exchange: Exchange): string | null {
    return this.causes.get(requestIdOf(exchange) ?? '') ?? null;
  }

  private errorIn(text: string): void {
    if (!/"level":(?:50|60)/.test(text)) return;
    const { requestId, msg = '', err } = JSON.parse(text) as ErrorLine;
    if (requestId !== undefined) keep(this.causes, requestId, err?.stack ?? msg);
    else this.report(fault('complaint', 'the log', err?.message ? `${msg}: ${err.message}` : msg), null);
  }
}

function keep<T>(map: Map<string, T>, id: string, value: T): void {
  map.set(id, value);
  if (map.size <= KEPT) return;
  const [oldest] = map.keys();
  map.delete(oldest);
}
