import { connect, type Socket } from 'node:net';
import type { NoAnswer, Outcome } from './answer.js';
import { AnswerParser, type ParsedAnswer } from './answer-parser.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The bytes of one request, and whether its answer may have a body. */
export interface Message {
  readonly bytes: Buffer;
  readonly isHead: boolean;
}

/** What follows the last byte: a reset of the connection, the end of sending, or waiting. */
type Afterwards = 'break' | 'end' | 'wait';

interface Awaited {
  readonly isHead: boolean;
  readonly settle: (outcome: Outcome) => void;
  sentAt: number;
}

/** A socket to the server with its pending requests. */
class Line {
  readonly awaited: Awaited[] = [];
  isOpen = true;
  private readonly socket: Socket;
  private readonly parser = new AnswerParser(
    () => this.awaited.at(0)?.isHead !== true,
    (answer) => this.answered(answer),
  );
  private hasRead = false;
  private wasRefused = false;

  constructor({ host, port }: Address) {
    this.socket = connect({ host, port, noDelay: true });
    this.socket.on('data', (bytes) => this.read(bytes));
    this.socket.on('error', (cause: NodeJS.ErrnoException) => {
      this.wasRefused = cause.code === 'ECONNREFUSED';
    });
    this.socket.on('close', () => this.ended());
  }

  write(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  end(): void {
    this.socket.end();
  }

  /** Closes abruptly: the server sees a reset, or an end in the middle of a request. */
  breakOff(): void {
    this.isOpen = false;
    this.socket.destroy();
  }

  private read(bytes: Buffer): void {
    this.hasRead = true;
    try {
      this.parser.read(bytes);
    } catch {
      this.giveUp('malformed');
    }
  }

  private answered({ isLast, ...answer }: ParsedAnswer): void {
    const oldest = this.awaited.shift();
    oldest?.settle({ ...answer, ms: performance.now() - oldest.sentAt });
    for (const next of this.awaited) next.sentAt = performance.now(); // a pipelined one waited for the one before
    if (isLast) this.breakOff();
  }

  private ended(): void {
    this.isOpen = false;
    try {
      this.parser.end();
    } catch {
      return this.giveUp('malformed');
    }
    this.giveUp(this.wasRefused && !this.hasRead ? 'refused' : 'closed');
  }

  giveUp(why: NoAnswer['why']): void {
    this.breakOff();
    for (const { settle, sentAt } of this.awaited.splice(0))
      settle({ status: null, why, ms: performance.now() - sentAt });
  }
}

/** Sends requests one by one or pipelined, on one connection as long as the server keeps it open. */
export class Connection {
  private line: Line | null = null;

  constructor(
    private readonly address: Address,
    /** Time limit for a complete answer. */
    private readonly limitMs: number,
  ) {}

  /** Pipelines several requests; returns their answers in the same order. */
  async send(messages: readonly Message[]): Promise<Outcome[]> {
    const isFresh = this.line?.isOpen !== true;
    const outcomes = await this.sendOn(isFresh ? this.open() : (this.line as Line), messages);
    for (const [i, outcome] of outcomes.entries()) {
      // The server may close a connection between two requests, just when the next is sent (RFC 9112 §9.3.1, §9.6).
      const isClosed = outcome.status === null && outcome.why === 'closed';
      if (isClosed && (i > 0 || !isFresh)) [outcomes[i]] = await this.sendOn(this.open(), [messages[i]]);
    }
    return outcomes;
  }

  /** Sends the pieces as they come, on a new connection. */
  async sendInPieces(pieces: AsyncIterable<Buffer>, isHead: boolean, then: Afterwards): Promise<Outcome> {
    const line = new Line(this.address);
    const answered = this.awaitOn(line, isHead);
    for await (const piece of pieces) {
      if (!line.isOpen) break;
      line.write(piece);
    }
    if (then === 'break') line.giveUp('closed');
    else if (then === 'end') line.end();
    const outcome = await answered;
    line.breakOff();
    return outcome;
  }

  close(): void {
    this.line?.breakOff();
    this.line = null;
  }

  private open(): Line {
    this.line = new Line(this.address);
    return this.line;
  }

  private sendOn(line: Line, messages: readonly Message[]): Promise<Outcome[]> {
    const answers = messages.map(({ isHead }) => this.awaitOn(line, isHead));
    line.write(messages.length === 1 ? messages[0].bytes : Buffer.concat(messages.map(({ bytes }) => bytes)));
    return Promise.all(answers);
  }

  private awaitOn(line: Line, isHead: boolean): Promise<Outcome> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => line.giveUp('silent'), this.limitMs);
      const settle = (outcome: Outcome): void => {
        clearTimeout(limit);
        resolve(outcome);
      };
      line.awaited.push({ isHead, settle, sentAt: performance.now() });
    });
  }
}
