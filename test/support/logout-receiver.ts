import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client's server that receives sign-outs. */
export class LogoutReceiver {
  /** The received logout tokens, oldest first. */
  readonly tokens: string[] = [];
  /** The names of all received parameters. */
  readonly parameters: string[] = [];
  /** Its answer. */
  status = 200;
  /** Its Retry-After; empty: none. */
  retryAfter = '';

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<LogoutReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new LogoutReceiver(`http://127.0.0.1:${port}/logged-out?of=1`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
    server.on('request', (request, response) => {
      void formIn(request).then((form) => {
        const token = form?.get('logout_token');
        started.tokens.push(token ?? `${request.method} ${request.headers['content-type']}`);
        started.parameters.push(...(form?.keys() ?? []));
        if (started.retryAfter !== '') response.setHeader('Retry-After', started.retryAfter);
        response.writeHead(started.status).end();
      });
    });
    return started;
  }
}

/** null if it did not come as the specification requires. */
async function formIn(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  return request.method === 'POST' && isForm ? new URLSearchParams(Buffer.concat(chunks).toString()) : null;
}
