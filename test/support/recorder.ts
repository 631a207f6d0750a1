import { request as httpRequest } from 'node:http';
import { send, type Answer } from './a01.js';
import type { OpenApi } from './openapi-document.js';
import type { TestServer } from './start-app.js';

type Parameters = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string>>;

export const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** Sends requests and records the errors returned, to compare them with the OpenAPI document. */
export class Recorder {
  private readonly seen = new Set<string>();

  constructor(readonly server: TestServer) {}

  async send(method: string, path: string, headers: Headers = {}, body?: string | FormData): Promise<Answer> {
    const answer = await send(this.server, method, path, headers, body);
    this.note(path.split('?')[0], answer);
    return answer;
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', path, headers);
  }

  post(path: string, form: Parameters = {}, headers: Headers = {}): Promise<Answer> {
    const body = new URLSearchParams(form).toString();
    return this.send('POST', path, { 'Content-Type': FORM, ...headers }, body);
  }

  /** Errors that are not declared for their call and status. */
  undeclared(document: OpenApi): string[] {
    return [...this.seen].filter((entry) => {
      const [path, status, name] = entry.split(' ');
      // Unknown calls belong to the path that selects calls by name.
      const { get, post } = document.paths[path] ?? document.paths['/api'];
      const responses = [get, post].flatMap((operation) => operation?.responses[status] ?? []);
      return responses.length === 0 || responses.some(({ description }) => !listed(description, name));
    });
  }

  private note(path: string, { status, body }: Answer): void {
    if (status < 400 || body === null) return;
    if (body.a01 === undefined) this.seen.add(`${path} ${status} ${body.error}`);
    else this.seen.add(`${pathOfCall(body.a01.cn)} ${status} ${body.a01.ex.name}`);
  }
}

/** The path of a call in the document. */
function pathOfCall(name: string): string {
  const [, group, operation] = /^(acc|log2|sys|prov|web)(\w+)$/.exec(name) ?? [];
  return group === undefined ? '/api' : `/api/${group}/${operation}`;
}

function listed(description: string, name: string): boolean {
  return description.split(', ').includes(name);
}

/** A request that fetch can't send: repeated headers kept apart, the path sent unchanged. */
export function raw(
  server: TestServer,
  method: string,
  path: string,
  headers: Headers = {},
  body?: Buffer | string,
): Promise<{ status: number; headers: NodeJS.Dict<string[]>; text: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headersDistinct, text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
