import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver does; by the clock of the run, so that it can come back. */
export type Manner = (now: number) => 'takes' | 'fails' | 'hangs';

interface Message {
  readonly timestamp: string;
  readonly subject: string;
  readonly sequence: number;
}

/** A partner's server that keeps what it took. */
export class Receiver {
  /** The id of each event of each subject that it took, by number. */
  private readonly taken = new Map<string, string[]>();
  private readonly hanging = new Set<() => void>();
  distinct = 0;
  repeated = 0;
  /** Came again under another id: never. */
  forged = 0;
  /** From the event to its arrival, in milliseconds. */
  latencies: number[] = [];

  private constructor(
    readonly name: string,
    readonly manner: Manner,
    private readonly server: Server,
  ) {}

  static async start(name: string, manner: Manner): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(name, manner, server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const how = receiver.manner(Date.now());
        if (how === 'hangs') return void receiver.hanging.add(() => request.socket.destroy());
        if (how === 'takes') receiver.take(String(request.headers['webhook-id']), Buffer.concat(chunks));
        response.writeHead(how === 'takes' ? 204 : 500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** How many numbers of its subjects did not come, though a higher one did. */
  get missing(): number {
    let missing = 0;
    for (const ids of this.taken.values())
      for (let number = 1; number < ids.length; number++) if (ids[number] === undefined) missing++;
    return missing;
  }

  close(): void {
    for (const cut of this.hanging) cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(id: string, body: Buffer): void {
    const { timestamp, subject, sequence } = JSON.parse(body.toString()) as Message;
    this.latencies.push(Date.now() - Date.parse(timestamp));
    const ids = this.taken.get(subject) ?? [];
    this.taken.set(subject, ids);
    const known: string | undefined = ids[sequence];
    if (known === undefined) this.distinct++;
    else if (known === id) this.repeated++;
    else this.forged++;
    ids[sequence] = id;
  }
}
