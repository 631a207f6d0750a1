import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { freePort } from './free-port.js';

interface ReceivedSms {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly to: string; readonly text: string };
}

/** A real HTTP server as the SMS gateway; it answers 200 unless told otherwise. */
export class SmsGateway {
  /** All requests, whatever the answer. */
  readonly requests: ReceivedSms[] = [];
  private readonly answers: { status: number; headers?: Record<string, string> }[] = [];
  private server: Server | null = null;

  private constructor(private readonly port: number) {}

  static async start(): Promise<SmsGateway> {
    const gateway = new SmsGateway(await freePort());
    await gateway.comeUp();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/send`;
  }

  requestsTo(number: string): ReceivedSms[] {
    return this.requests.filter(({ body }) => body.to === number);
  }

  /** Sets the answer to the next request only. */
  answerNext(status: number, headers: Record<string, string> = {}): void {
    this.answers.push({ status, headers });
  }

  async comeUp(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { method = '', url = '', headers } = request;
        const body = (text === '' ? {} : JSON.parse(text)) as ReceivedSms['body'];
        this.requests.push({ method, path: url, headers, body });
        const { status, headers: sent } = this.answers.shift() ?? { status: 200 };
        response.writeHead(status, sent).end('{}');
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
  }

  async goDown(): Promise<void> {
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
