import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { Readable } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { generate } from 'selfsigned';

/** A public name without a port, for callers that say it in Host. */
export const ANOTHER_NAME = 'accounts.example';
const LOOK_MS = 100;
const SAID_BY_CALLERS = /^(forwarded|x-real-ip|x-forwarded-.*)$/;

/**
 * What stands in front of the nodes and ends TLS, as Caddy and nginx do with docs/operations.md: requests go in turn
 * to the nodes whose readiness holds, one that takes no connection is passed over, and the forwarded headers are the
 * proxy's own.
 */
export class TlsProxy {
  /** How many requests each node answered, since they were last counted anew. */
  private answered = new Map<string, number>();
  private readonly unready = new Set<string>();
  private readonly proxy = createProxyServer({ agent: false });
  private readonly watch = setInterval(() => void this.look(), LOOK_MS);
  private turn = 0;

  private constructor(
    readonly url: string,
    /** Its certificate, for callers to trust. */
    readonly ca: string,
    private readonly nodes: readonly string[],
    private readonly server: Server,
  ) {}

  static async start(port: number, nodes: readonly string[]): Promise<TlsProxy> {
    const altNames = ['localhost', ANOTHER_NAME].map((value) => ({ type: 2 as const, value }));
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames }],
    });
    const server = createServer({ key: pems.private, cert: pems.cert });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const started = new TlsProxy(`https://localhost:${port}`, pems.cert, nodes, server);
    server.on('request', (request, response) => void started.pass(request, response));
    return started;
  }

  /** Which nodes answered how often since they were last counted anew. */
  get answeredBy(): ReadonlyMap<string, number> {
    return this.answered;
  }

  countAnew(): void {
    this.answered = new Map();
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null);
    if (body === null) return; // the caller went away
    forward(request);
    for (const target of this.inTurn()) {
      try {
        await this.proxy.web(request, response, { target, buffer: Readable.from([body]) });
        this.answered.set(target, (this.answered.get(target) ?? 0) + 1);
        return;
      } catch (cause) {
        // Only what no node has seen may be sent a second time.
        if ((cause as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    if (!response.headersSent) response.writeHead(502).end();
  }

  private inTurn(): string[] {
    const start = this.turn++ % this.nodes.length;
    const all = [...this.nodes.slice(start), ...this.nodes.slice(0, start)];
    const ready = all.filter((node) => !this.unready.has(node));
    return ready.length > 0 ? ready : all;
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.nodes.map(async (node) => {
        const answer = await fetch(`${node}/health/ready`).catch(() => null);
        if (answer?.ok) this.unready.delete(node);
        else this.unready.add(node);
      }),
    );
  }
}

/** Sets what the node is told of the caller, whatever the caller said itself. */
function forward({ headers, socket }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (SAID_BY_CALLERS.test(name)) delete headers[name];
  headers['x-forwarded-for'] = socket.remoteAddress;
  headers['x-forwarded-proto'] = 'https';
  headers['x-forwarded-host'] = headers.host;
}
