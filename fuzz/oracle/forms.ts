import type { Document } from '../surface/document.js';
import type { RouteTable } from '../generate/route-table.js';
import type { Structured } from '../requests/request.js';
import { isRedirecting } from '../../src/platform/operations/declare.js';
import { header, type Answer } from '../wire/answer.js';

/** Statuses of Node's HTTP parser for invalid requests, which have no body. */
const OF_THE_PARSER = [400, 408, 413, 417, 431];
const LANE = /^\/api(?:\/|$)|^\/(?:token|revoke|introspect|userinfo)$/;
const ADMIN_API = /^\/admin\/api(?:\/|$)/;

/** Checks answers against the form declared by their operation; null: it matches, else the mismatch. */
export class Forms {
  constructor(
    private readonly document: Document,
    private readonly table: RouteTable,
  ) {}

  problemWith(request: Structured, answer: Answer): string | null {
    return this.problemWithOutcome(request, answer) ?? this.problemWithBody(request, answer);
  }

  /** A form of a page that did what it is for redirects; what it answers by itself is not kept by the browser (D386). */
  private problemWithOutcome({ method, path }: Structured, answer: Answer): string | null {
    const { status } = answer;
    const { operation, surface } = this.table.find(method, path) ?? {};
    if (status >= 400 || !operation || (surface !== 'page' && surface !== 'console')) return null;
    if (isRedirecting(operation)) {
      const isFile = header(answer, 'content-disposition')?.startsWith('attachment') === true;
      return status === 303 || isFile
        ? null
        : `${status} and no redirect: a reload would send the form again`;
    }
    const isKept = header(answer, 'cache-control')?.includes('no-store') !== true;
    return operation.shows !== null && isKept ? 'a browser keeps what is shown once' : null;
  }

  private problemWithBody(request: Structured, answer: Answer): string | null {
    const { status, body } = answer;
    const type = (header(answer, 'content-type') ?? '').split(';')[0].trim().toLowerCase();
    if (request.method === 'HEAD') return body.length > 0 ? 'an answer to HEAD has a body' : null;
    if (body.length === 0) return this.problemWithEmpty(answer, type);
    if (type.startsWith('text/html')) return this.problemWithPage(request, body);
    if (!type.includes('json')) return null;
    return this.problemWithJson(request, status, type, body);
  }

  private problemWithEmpty(answer: Answer, type: string): string | null {
    const { status } = answer;
    const mayBeEmpty = status === 204 || status === 304 || (status >= 300 && status < 400);
    if (mayBeEmpty || type === '')
      return mayBeEmpty || OF_THE_PARSER.includes(status) || status < 300 ? null : `${status} without a body`;
    return type.endsWith('/json') ? `${status} says it is JSON and has no body` : null;
  }

  private problemWithPage({ path }: Structured, body: Buffer): string | null {
    if (LANE.test(path) || ADMIN_API.test(path)) return 'a machine is answered with a page';
    return /^<!doctype html>/i.test(body.toString('latin1', 0, 20))
      ? null
      : 'a page that is no HTML document';
  }

  private problemWithJson(request: Structured, status: number, type: string, body: Buffer): string | null {
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      return type === 'application/x-ndjson' ? null : 'JSON that can’t be read';
    }
    if (type === 'application/problem+json') {
      if (LANE.test(request.path)) return 'a call is refused with problem details';
      const problem = this.document.problemWith('Problem', value);
      return (
        problem ??
        ((value as { status: number }).status === status ? null : 'the status in the body is another')
      );
    }
    return this.problemWithCall(request, status, type, value);
  }

  private problemWithCall(request: Structured, status: number, type: string, value: unknown): string | null {
    const { path } = request;
    const isCall = path.startsWith('/api');
    const called = isCall ? (value as { a01?: { cn?: unknown } } | null)?.a01?.cn : undefined;
    const name =
      this.table.find(request.method, path)?.name ?? (typeof called === 'string' ? called : undefined);
    const method = request.method === 'GET' ? 'Get' : '';
    const id = name !== undefined && LANE.test(path) ? `${name}${method}` : (name ?? '');
    if (status >= 400) {
      if (ADMIN_API.test(path)) return `${status} is not application/problem+json`;
      if (!LANE.test(path)) return null;
      // By what the endpoint declares: without a token, /userinfo answers {} (RFC 6750 §3.1).
      const isDeclared = !isCall && this.document.operation(id) !== undefined;
      const wrong = isDeclared
        ? this.document.problemWithAnswer(id, status, type, value)
        : this.document.problemWith(isCall ? 'CallError' : 'OAuthError', value);
      return wrong ?? (this.document.declares(id, status) ? null : `${status} is not declared`);
    }
    return this.document.problemWithAnswer(id, status, type, value);
  }
}
