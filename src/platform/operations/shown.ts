import type { OutgoingHttpHeaders } from 'node:http';

/** How an answer differs from what all have. */
export interface Answering {
  /** 200 if left out. */
  readonly status?: number;
  /** Unless they say otherwise, nobody keeps the answer (`no-store`). */
  readonly headers?: OutgoingHttpHeaders;
  /** An address that a form of the page leads to in the end, besides this server: browsers follow it to no other. */
  readonly formTarget?: string | null;
}

/** What is sent as it comes. The first piece is awaited before anything is sent, so that an error still is one. */
type Pieces = AsyncIterable<string | Buffer>;

/** The answer to a visit, as a value: what its handler returns, and the platform writes (platform/http/write-shown.ts). */
export class Shown {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly formTarget: string | null;

  /** @param type a media type; null: there is no body */
  constructor(
    readonly type: string | null,
    readonly body: string | Buffer | Pieces,
    { status = 200, headers = {}, formTarget = null }: Answering = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.formTarget = formTarget;
  }
}

export function html(page: string, answering?: Answering): Shown {
  return new Shown('text/html; charset=utf-8', page, answering);
}

export function json(value: unknown, answering?: Answering): Shown {
  return new Shown('application/json; charset=utf-8', JSON.stringify(value), answering);
}

/** Records, one a line. If that fails midway the connection is cut, so that nobody takes a part for the whole. */
export function ndjson(lines: Pieces, answering?: Answering): Shown {
  return new Shown('application/x-ndjson', lines, answering);
}

/** Leads to an address, which is sent as it is. */
export function redirect(status: 302 | 303, address: string): Shown {
  return new Shown(null, '', { status, headers: { Location: address } });
}

/** Leads on after a form: 303 (RFC 9110 §15.4.4). */
export function seeOther(address: string): Shown {
  return redirect(303, address);
}

/** The headers of an answer that a browser keeps as a file. @param name ASCII, without quotes */
export function asFile(name: string): OutgoingHttpHeaders {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}
