import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server with scripted answers that records its requests: for answers that a real one rarely gives. */
export class ScriptedServer {
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(reply: (asked: Asked) => Reply): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const scripted = new ScriptedServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { pathname, searchParams } = new URL(request.url ?? '', scripted.url);
        const { method = '', headers } = request;
        const asked = { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
        scripted.asked.push(asked);
        const answer = reply(asked);
        response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers });
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
    return scripted;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
