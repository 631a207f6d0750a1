import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { Readable } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { generate } from 'selfsigned';

/** A public name without a port, for callers that send it as Host. */
export const ANOTHER_NAME = 'accounts.example';
const LOOK_MS = 100;
const SAID_BY_CALLERS = /^(forwarded|x-real-ip|x-forwarded-.*)$/;

/**
 * The proxy that terminates TLS in front of the nodes, like Caddy and nginx in docs/operate/runbook.md: requests go in turn
 * to the nodes that are ready, a node that refuses connections is skipped, and forwarded headers are the proxy's own.
 */
export class TlsProxy {
  /** Requests that each node answered since the last reset. */
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

  /** How many requests each node answered since the last reset. */
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
    if (body === null) return; // the caller disconnected
    forward(request);
    for (const target of this.inTurn()) {
      try {
        await this.proxy.web(request, response, { target, buffer: Readable.from([body]) });
        this.answered.set(target, (this.answered.get(target) ?? 0) + 1);
        return;
      } catch (cause) {
        // Only a request that no node has received may be sent again.
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

/** Sets the forwarded headers, ignoring the caller's own. */
function forward({ headers, socket }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (SAID_BY_CALLERS.test(name)) delete headers[name];
  headers['x-forwarded-for'] = socket.remoteAddress;
  headers['x-forwarded-proto'] = 'https';
  headers['x-forwarded-host'] = headers.host;
}
