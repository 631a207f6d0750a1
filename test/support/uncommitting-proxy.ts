import net, { type Socket } from 'node:net';
import { Messages } from './cutting-proxy.js';

const BEGIN = Buffer.from('Q\0\0\0\x0aBEGIN\0', 'latin1');
const READY = 'Z';
const IDLE = 'I'.charCodeAt(0);

/**
 * A proxy between a server and its PostgreSQL that acts like Pgpool-II 4.3 in raw mode: before a statement with
 * parameters it begins a transaction, and never ends it.
 */
export class UncommittingProxy {
  /** Before that it only forwards. */
  isOn = false;
  private readonly sockets = new Set<Socket>();
  private readonly listener = net.createServer((client) => this.join(client));

  private constructor(private readonly target: URL) {}

  static async before(database: string): Promise<UncommittingProxy> {
    const proxy = new UncommittingProxy(new URL(database));
    await new Promise<void>((resolve) => proxy.listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as net.AddressInfo).port);
    return url.href;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private join(client: Socket): void {
    const server = net.connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ]) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    let isIdle = false;
    let isOurs = false;
    const asked = new Messages(0, (type, message) => {
      if (type === 'P' && isIdle && this.isOn) {
        isOurs = true;
        isIdle = false;
        server.write(BEGIN);
      }
      server.write(message);
    });
    const answers = new Messages(1, (type, message) => {
      if (type === READY) isIdle = message.at(-1) === IDLE;
      if (!isOurs) client.write(message);
      else if (type === READY) isOurs = false;
    });
    client.on('data', (data) => asked.read(data));
    server.on('data', (data) => answers.read(data));
  }
}
