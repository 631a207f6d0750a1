import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A web site on localhost that publishes documents of clients, by TLS with a certificate of its own. */
export class DocumentHost {
  /** By path: the members beside client_id; a text is answered as it is. */
  readonly documents = new Map<string, Record<string, unknown> | string>();
  /** By path: what is answered in place of a document. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();
  readonly fetched: string[] = [];

  private constructor(
    readonly host: string,
    /** The file of its certificate, for programs to trust (NODE_EXTRA_CA_CERTS). */
    readonly caFile: string,
    private readonly server: Server,
  ) {}

  /** @param folder where the file of its certificate is written */
  static async start(folder: string): Promise<DocumentHost> {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2 as const, value: 'localhost' }] }],
    });
    const caFile = join(folder, 'document-host.pem');
    writeFileSync(caFile, pems.cert);
    const server = createServer({ key: pems.private, cert: pems.cert });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new DocumentHost(`localhost:${port}`, caFile, server);
    server.on('request', ({ url = '' }, response) => {
      started.fetched.push(url);
      const answer = started.answers.get(url);
      if (answer) return answer(response);
      const document = started.documents.get(url);
      if (document === undefined) return response.writeHead(404).end();
      response.setHeader('Content-Type', 'application/json');
      const whole = typeof document === 'string' ? document : { client_id: started.urlOf(url), ...document };
      return response.end(typeof whole === 'string' ? whole : JSON.stringify(whole));
    });
    return started;
  }

  urlOf(path: string): string {
    return `https://${this.host}${path}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
