import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly subject: string;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

type Answer = number | 'hang' | 'cut';

/** A partner's server that receives events. */
export class WebhookReceiver {
  /** The deliveries, in the order of arrival, including refused ones. */
  readonly received: Received[] = [];
  /** Its reaction to a delivery: an HTTP status, no answer, or a closed connection. */
  answer: (received: Received) => Answer = () => 204;
  /** The body of its answers. */
  body = '';
  /** Their Retry-After; empty: none. */
  retryAfter = '';

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new WebhookReceiver(`http://127.0.0.1:${port}/hooks?of=1`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = { headers: request.headers, text, event: JSON.parse(text) as Received['event'] };
        started.received.push(received);
        const answer = started.answer(received);
        if (answer === 'cut') request.socket.destroy();
        else if (answer !== 'hang') response.writeHead(answer, headersOf(started)).end(started.body);
      });
    });
    return started;
  }

  /** The deliveries since the last call, by subject, in the order of their numbers. */
  told(): [type: string, subject: string, sequence: number, data: object][] {
    const events = this.received.splice(0).map(({ event }) => event);
    events.sort((a, b) => a.subject.localeCompare(b.subject) || a.sequence - b.sequence);
    return events.map(({ type, subject, sequence, data }) => [type, subject, sequence, data]);
  }
}

function headersOf({ retryAfter }: WebhookReceiver): Record<string, string> {
  return retryAfter === '' ? {} : { 'Retry-After': retryAfter };
}
