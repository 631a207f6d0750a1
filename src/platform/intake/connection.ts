import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Requests that came without waiting for the answers to those before; browsers and libraries send one at a time. */
const MOST_UNDER_WAY = 100;
/** How long a caller whose body is not read goes on being listened to, so that the answer can be read. */
const LINGER_MS = 5000;

/** One connection of a caller, and how it stands. */
export class Connection {
  private request: IncomingMessage | null = null;
  private response: ServerResponse | null = null;
  private underWay = 0;
  private since = performance.now();
  private lingering: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    readonly peer: string,
    /** null: a trusted proxy's, behind which there may be anybody. */
    readonly network: string | null,
  ) {
    socket.once('close', () => clearTimeout(this.lingering));
  }

  /** @returns false when there are too many at once: the connection is closed */
  begin(request: IncomingMessage, response: ServerResponse, at: number): boolean {
    this.request = request;
    this.response = response;
    this.since = at;
    clearTimeout(this.lingering); // the request before has come to its end
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

  /** Since when the server waits for the caller, to send or to read; null while it works on an answer. */
  get waitingSince(): number | null {
    const { request, response } = this;
    const isWorking = request?.complete && !response?.writableEnded && !response?.writableNeedDrain;
    return isWorking ? null : this.since;
  }

  /**
   * The last answer of a connection can come before the body was read. To close then would reset the connection of one
   * who is still sending, and the answer would be lost on its way: so the sending half is closed alone.
   * @param socket that requests come by: where TLS is, one that was made of the connection's own
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
