import type { IncomingMessage } from 'node:http';
import { invalidParameter, type CallError } from '../errors/call-error.js';
import type { BodyClaim } from './body-memory.js';

interface Waiting {
  readonly maxBytes: number;
  readonly resolve: (isWhole: boolean) => void;
  readonly reject: (cause: CallError) => void;
  readonly timer: NodeJS.Timeout | null;
}

/**
 * The body of a request, read in stages. However the stream ends (normally, by an error, a disconnected or slow caller, or
 * lack of memory), the promise of the current or next stage settles.
 */
export class IncomingBody {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private failure: CallError | null = null;
  private waiting: Waiting | null = null;
  private isListening = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly claim: BodyClaim,
  ) {}

  /** All bytes read so far. */
  get read(): readonly Buffer[] {
    return this.chunks;
  }

  /**
   * Reads on until the body has ended (true) or exceeds `maxBytes` (false).
   * @throws CallError invalidParameter when it broke off or takes too long, unavailable when there is no room for it
   */
  async readUpTo(maxBytes: number, withinMs?: number): Promise<boolean> {
    await Promise.resolve(); // by then Node has parsed all that came with the head
    if (this.request.complete && !this.isListening) return this.readAtOnce(maxBytes);
    return new Promise((resolve, reject) => {
      const isLate = (): void => this.fail(invalidParameter('The request body took too long.'));
      const timer = withinMs === undefined ? null : setTimeout(isLate, withinMs);
      this.waiting = { maxBytes, resolve, reject, timer };
      this.listen();
      this.settle();
      if (this.waiting !== null) this.request.resume();
    });
  }

  /** The caller has authenticated: it may send more, and no longer uses its network's share. */
  admit(): void {
    this.claim.admit();
  }

  /** Frees its memory; bytes still to come are dropped. */
  release(): void {
    this.request.off('data', this.take);
    this.chunks.length = 0;
    this.claim.release();
    if (!this.request.complete) this.request.resume();
  }

  /** A body that has arrived completely, as nearly all have, needs neither listeners nor a timer: 4 % of an introspection. */
  private readAtOnce(maxBytes: number): boolean {
    const rest = this.request.read() as Buffer | null;
    if (rest !== null) this.take(rest);
    if (this.failure) throw this.failure;
    return this.size <= maxBytes;
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.request.on('data', this.take);
    this.request.on('end', this.settle);
    this.request.on('error', this.breakOff);
    this.request.on('close', this.breakOff);
    if (this.request.destroyed) this.breakOff(); // nothing more will be told of it
  }

  private readonly take = (chunk: Buffer): void => {
    try {
      this.claim.add(chunk.length);
    } catch (cause) {
      return this.fail(cause as CallError);
    }
    this.size += chunk.length;
    this.chunks.push(chunk);
    this.settle();
  };

  private readonly settle = (): void => {
    const { waiting, failure } = this;
    const isWhole = this.request.readableEnded;
    const isMore = waiting !== null && this.size > waiting.maxBytes;
    if (isMore && !isWhole) this.request.pause();
    if (waiting === null || !(failure || isMore || isWhole)) return;
    this.waiting = null;
    if (waiting.timer !== null) clearTimeout(waiting.timer);
    if (failure) waiting.reject(failure);
    else waiting.resolve(!isMore);
  };

  private readonly breakOff = (): void => {
    if (!this.request.readableEnded) this.fail(invalidParameter('The request body broke off.'));
  };

  private fail(cause: CallError): void {
    this.failure ??= cause;
    this.release();
    this.settle();
  }
}

/** The Content-Length of the request; 0 without one. */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  const announced = headers['content-length'];
  return announced === undefined ? 0 : Number(announced);
}

/** Whether the request has a body: it may be sent with any method. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedBytes({ headers }) > 0;
}
