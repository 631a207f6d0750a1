import { connect, type Socket } from 'node:net';
import type { Supply } from './requests.js';

const READ_BYTES = 64 * 1024;
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const SHOWN = 500;

/**
 * A keep-alive connection with one request at a time: without an HTTP client, which would cost more than the server.
 */
export class Connection {
  private readonly socket: Socket;
  private unread: Buffer | null = null;
  private sentAt = 0;
  private isClosing = false;
  readonly opened: Promise<void>;

  constructor(
    port: number,
    readonly supply: Supply,
    private readonly onAnswer: (connection: Connection, sentAt: number, body: Buffer) => void,
    private readonly onProblem: (problem: string) => void,
    /** null: none is expected, so that it is a problem as well. */
    private readonly onBusy: ((connection: Connection) => void) | null,
  ) {
    const callback = (length: number, bytes: Uint8Array): boolean => {
      this.read(bytes as Buffer, length);
      return true;
    };
    this.socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(READ_BYTES), callback },
    });
    this.opened = new Promise((resolve) => this.socket.once('connect', resolve));
    this.socket.on('error', (cause) => onProblem(`a connection broke: ${cause.message}`));
    this.socket.on('close', () => {
      if (!this.isClosing) onProblem('the server closed a connection');
    });
  }

  send(request: Buffer): void {
    this.sentAt = performance.now();
    this.socket.write(request);
  }

  close(): void {
    this.isClosing = true;
    this.socket.destroy();
  }

  private read(buffer: Buffer, length: number): void {
    const bytes = buffer.subarray(0, length);
    const all = this.unread === null ? bytes : Buffer.concat([this.unread, bytes]);
    const headLength = all.indexOf(HEAD_END);
    const head = headLength === -1 ? '' : all.toString('latin1', 0, headLength);
    const bodyLength = Number(LENGTH.exec(head)?.[1] ?? 0);
    if (headLength === -1 || all.length < headLength + HEAD_END.length + bodyLength) {
      this.unread = Buffer.from(all); // the read buffer is reused
      return;
    }
    this.unread = null;
    if (this.onBusy && head.startsWith('HTTP/1.1 503')) this.onBusy(this);
    else if (!head.startsWith('HTTP/1.1 200'))
      this.onProblem(`not a 200:\n${all.toString('utf8').slice(0, SHOWN)}`);
    else this.onAnswer(this, this.sentAt, all.subarray(headLength + HEAD_END.length));
  }
}
