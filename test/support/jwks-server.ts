import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';

/** A partner's server that publishes its keys, correctly or not. */
export class JwksServer {
  keys: JWK[] = [];
  fetches = 0;
  /** Replaces the normal answer. */
  answer: ((response: ServerResponse) => void) | null = null;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<JwksServer> {
    let listener: RequestListener = () => {};
    const server = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new JwksServer(`http://127.0.0.1:${port}/jwks.json`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
    listener = (_request, response) => {
      started.fetches++;
      if (started.answer) return started.answer(response);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ keys: started.keys }));
    };
    return started;
  }
}
