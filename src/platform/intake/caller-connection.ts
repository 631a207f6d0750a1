import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Pipelined requests, sent without waiting for earlier answers; browsers and libraries send one at a time. */
const MOST_UNDER_WAY = 100;
/** How long an unread body is still received, so that the caller can read the answer. */
const LINGER_MS = 5000;

/** One connection of a caller, and its state. */
export class CallerConnection {
  private request: IncomingMessage | null = null;
  private response: ServerResponse | null = null;
  private underWay = 0;
  private since = performance.now();
  private lingering: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    readonly peer: string,
    /** null: of a trusted proxy, with any number of callers behind it. */
    readonly network: string | null,
  ) {
    socket.once('close', () => clearTimeout(this.lingering));
  }

  /** @returns false when there are too many at once: the connection was closed */
  begin(request: IncomingMessage, response: ServerResponse, at: number): boolean {
    this.request = request;
    this.response = response;
    this.since = at;
    clearTimeout(this.lingering); // the previous request has ended
    if (++this.underWay > MOST_UNDER_WAY) this.socket.destroy();
    return !this.socket.destroyed;
  }

  end(request: IncomingMessage, response: ServerResponse): void {
    this.underWay--;
    if (this.response === response) this.request = this.response = null;
    if (!request.complete && !this.socket.destroyed) this.closeUnlessRead(request);
  }

  close(): void {
    this.socket.destroy();
  }

  /** Since when the server has been waiting for the caller to send or read; null while it works on an answer. */
  get waitingSince(): number | null {
    const { request, response } = this;
    const isWorking = request?.complete && !response?.writableEnded && !response?.writableNeedDrain;
    return isWorking ? null : this.since;
  }

  /**
   * The last answer of a connection may come before the body was read. Closing it then would reset the connection while
   * the caller is still sending, and the answer would be lost: so only the sending half is closed.
   * @param socket of the requests: with TLS, a wrapper of the connection's own
   */
  lingerOn(socket: Socket): void {
    socket.destroySoon = () => {
      if (this.request?.complete === false) socket.end();
      else Socket.prototype.destroySoon.call(socket);
    };
  }

  private closeUnlessRead(request: IncomingMessage): void {
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => {
      if (!request.complete) this.socket.destroy();
    }, LINGER_MS);
  }
}
