import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { programPath } from './programs.js';

const run = promisify(execFile);

/** A request that an example sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const COMPARED = ['authorization', 'content-type', 'if-match'];

/** Accepts every request, answers `{}`, and records it. */
export class Listener {
  private readonly sent: SentRequest[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        COMPARED.flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const { method = '', url = '' } = request;
      this.sent.push({ method, path: url, headers, body: Buffer.concat(chunks) });
      response.setHeader('Connection', 'close').end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The requests since the last call. */
  taken(): SentRequest[] {
    return this.sent.splice(0);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Runs the lines in one shell, in the folder with the files that they send. */
export async function pasteAll(
  lines: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const script = `curl() { ${programPath('curl')} --silent --output /dev/null "$@"; }\nset -e\n${lines.join('\n')}\n`;
  await run(programPath('bash'), ['-c', script], { cwd: folder, env: { ...process.env, ...env } });
}

type Snippet = (
  ...given: readonly [token: string, client: string, open: (name: string) => Promise<Blob>]
) => Promise<void>;
const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {}) as {
  constructor: new (...parts: string[]) => Snippet;
};

/** Runs an example that is in TypeScript, and has no types to take away. */
export function runTypeScript(text: string, folder: string, token: string, client: string): Promise<void> {
  const code = text.replace(/^import \{ openAsBlob \} from 'node:fs';\n/, '');
  return new AsyncFunction('token', 'client', 'openAsBlob', code)(token, client, (name) =>
    openAsBlob(join(folder, name)),
  );
}

/** Whether two requests are equal: each run writes a form of several parts differently. */
export async function essence({ method, path, headers, body }: SentRequest): Promise<object> {
  const type = headers['content-type']?.split(';')[0];
  const parts =
    type === 'multipart/form-data'
      ? await Promise.all(
          [...(await new Response(new Uint8Array(body), { headers }).formData())].map(
            async ([name, value]) => [
              name,
              typeof value === 'string' ? value : (await value.arrayBuffer()).byteLength,
            ],
          ),
        )
      : type === 'application/x-www-form-urlencoded'
        ? [...new URLSearchParams(body.toString())]
        : body.toString();
  return { method, path, ...headers, 'content-type': type, parts };
}
