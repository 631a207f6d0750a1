import net, { type Socket } from 'node:net';

/**
 * When a connection is cut: before the server receives the statement; after it was executed, with the answer on
 * its way; or right after the answer has arrived. Or `vanished`: the statement and all after it never arrive, and
 * nobody closes the connection, as when a machine loses its power.
 */
export type Moment = 'before' | 'unanswered' | 'answered' | 'vanished';

/** The `nth` occurrence of this statement, counted from 1. */
export interface Cut {
  readonly text: string;
  readonly nth: number;
  readonly moment: Moment;
}

/** The listening connection checks with it whether it still works: it belongs to no test. */
export const HEARTBEAT = 'SELECT';

const LENGTH_BYTES = 4;
/** Matches any number of values, so that a batch statement is recognized whatever its size. */
const MANY_VALUES = /\$\d+(, ?\$\d+)+/g;

/**
 * A proxy between a server and its PostgreSQL that reads along and cuts a connection at a chosen statement, as a
 * network failure does. Of the protocol it knows only the boundaries of messages and statements.
 */
export class CuttingProxy {
  /** Statements since `watch`, in order. */
  private seen: string[] = [];
  private cut: Cut | null = null;
  private readonly sockets = new Set<Socket>();
  private readonly vanishings = new Set<() => void>();
  private readonly listener = net.createServer((client) => this.join(client));

  private constructor(private readonly target: URL) {}

  static async before(database: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(database));
    await new Promise<void>((resolve) => proxy.listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as net.AddressInfo).port);
    return url.href;
  }

  /** Starts recording. @param cut where to cut, once */
  watch(cut: Cut | null = null): void {
    this.seen = [];
    this.cut = cut;
  }

  /** Whether the requested cut was made. */
  get wasCut(): boolean {
    return this.cut === null;
  }

  /** @returns the statements since `watch`, and whether the cut was made; stops cutting */
  rest(): { seen: readonly string[]; wasCut: boolean } {
    const { wasCut } = this;
    this.cut = null;
    return { seen: this.seen, wasCut };
  }

  /** Loses the existing connections: from now on nothing arrives on either side, and nobody closes them. */
  vanish(): void {
    for (const vanish of this.vanishings) vanish();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private join(client: Socket): void {
    const server = net.connect(Number(this.target.port || 5432), this.target.hostname);
    const both = [client, server];
    let due: Moment | null = null;
    const end = (): void => {
      client.destroy();
      if (due !== 'vanished') server.destroy();
    };
    const vanish = (): void => {
      due = 'vanished';
    };
    this.vanishings.add(vanish);
    client.once('close', () => this.vanishings.delete(vanish));
    for (const socket of both) {
      this.sockets.add(socket);
      socket.setNoDelay(true).on('error', end);
      socket.on('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
    const statements = new Statements((text, messages) => {
      if (due === 'vanished') return;
      due = text === null ? due : this.momentOf(text);
      if (due === 'before') client.resetAndDestroy();
      else if (due !== 'vanished') server.write(messages);
    });
    const answers = new Messages(1, (type, message) => {
      if (due === 'vanished') return;
      const isEnd = type === READY && due !== null;
      if (due !== 'unanswered') client.write(message);
      if (isEnd && due === 'answered') client.end();
      else if (isEnd) end();
    });
    client.on('data', (data) => statements.read(data));
    server.on('data', (data) => answers.read(data));
  }

  /** The moment to cut at, if this is the statement. */
  private momentOf(asked: string): Moment | null {
    const text = asked.replace(MANY_VALUES, '$…');
    const { cut } = this;
    if (text === HEARTBEAT && cut?.text !== HEARTBEAT) return null;
    this.seen.push(text);
    if (cut === null || text !== cut.text) return null;
    if (this.seen.filter((each) => each === text).length !== cut.nth) return null;
    this.cut = null;
    return cut.moment;
  }
}

/** Message type of the server: ready for the next statement. */
const READY = 'Z';

/** A stream split into messages. */
export class Messages {
  private rest = Buffer.alloc(0);

  /** @param typeBytes length of the first message's type: a client's first message has none */
  constructor(
    private typeBytes: 0 | 1,
    private readonly take: (type: string, message: Buffer) => void,
  ) {}

  read(data: Buffer): void {
    this.rest = Buffer.concat([this.rest, data]);
    while (this.rest.length >= this.typeBytes + LENGTH_BYTES) {
      const end = this.typeBytes + this.rest.readInt32BE(this.typeBytes);
      if (this.rest.length < end) return;
      const message = this.rest.subarray(0, end);
      this.rest = this.rest.subarray(end);
      const type = this.typeBytes === 0 ? '' : String.fromCharCode(message[0]);
      this.typeBytes = 1;
      this.take(type, message);
    }
  }
}

/** A client's statements: all messages up to the one that requests the answer. */
class Statements {
  private readonly named = new Map<string, string>();
  private text: string | null = null;
  private gathered: Buffer[] = [];
  private readonly messages = new Messages(0, (type, message) => this.gather(type, message));

  /** @param take gets null for messages without a statement */
  constructor(private readonly take: (text: string | null, messages: Buffer) => void) {}

  read(data: Buffer): void {
    this.messages.read(data);
  }

  private gather(type: string, message: Buffer): void {
    this.gathered.push(message);
    const fields = message.subarray(1 + LENGTH_BYTES);
    if (type === 'Q') this.text = stringsIn(fields, 1)[0];
    if (type === 'P') {
      const [name, text] = stringsIn(fields, 2);
      this.named.set(name, text);
    }
    if (type === 'B') this.text = this.named.get(stringsIn(fields, 2)[1]) ?? null;
    if ('PBDEC'.includes(type) && type !== '') return; // until Sync
    const all = Buffer.concat(this.gathered);
    const { text } = this;
    this.gathered = [];
    this.text = null;
    this.take(text, all);
  }
}

/** The first strings of a message, each terminated by a zero byte. */
function stringsIn(fields: Buffer, many: number): string[] {
  const strings: string[] = [];
  for (let from = 0; strings.length < many;) {
    const end = fields.indexOf(0, from);
    strings.push(fields.toString('utf8', from, end));
    from = end + 1;
  }
  return strings;
}
