import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { freePort } from './free-port.js';
import { parseMail, type ParsedMail } from './mime.js';

export interface ReceivedMail extends ParsedMail {
  /** From the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The name that the sender gave. */
  readonly greeting: string;
}

type Done = (problem?: Error | null) => void;

/** A real SMTP server that accepts mail, and can be told to refuse, hang or disconnect. */
export class MailServer {
  /** Accepted mails, in the order of arrival. */
  readonly mails: ReceivedMail[] = [];
  /** All recipients, including refused ones. */
  readonly asked: string[] = [];
  private readonly refusals = new Map<string, { code: number; times: number }>();
  private readonly hangsFor = new Set<string>();
  private server: SMTPServer | null = null;

  private constructor(private readonly port: number) {}

  static async start(): Promise<MailServer> {
    const server = new MailServer(await freePort());
    await server.comeUp();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The number of open ones, including those that hang. */
  get connections(): number {
    return this.server?.connections.size ?? 0;
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  /** Refuses the address with an SMTP code, this many times. */
  refuse(address: string, code: number, times = Infinity): void {
    this.refusals.set(address, { code, times });
  }

  /** Never answers when this address is used. */
  hangFor(address: string): void {
    this.hangsFor.add(address);
  }

  async goDown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = new Promise<void>((resolve) => server.close(resolve));
    for (const { _socket: socket } of server.connections as Set<{ _socket: { destroy(): void } }>) {
      socket.destroy();
    }
    await closed;
  }

  async comeUp(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => this.onRecipient(address, done),
      onData: (stream, session, done) => this.onData(stream, session, done),
    });
    server.on('error', () => undefined); // a client that disconnected
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  private onRecipient(address: string, done: Done): void {
    this.asked.push(address);
    if (this.hangsFor.has(address)) return;
    const refusal = this.refusals.get(address);
    if (!refusal || refusal.times === 0) return done();
    refusal.times--;
    const problem = Object.assign(new Error(`no mailbox ${refusal.code}`), { responseCode: refusal.code });
    done(problem);
  }

  private onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): void {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      const to = rcptTo.map(({ address }) => address);
      this.mails.push({ ...parseMail(Buffer.concat(chunks)), from, to, greeting: session.hostNameAppearsAs });
      done();
    });
  }
}
