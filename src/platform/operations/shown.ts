import type { OutgoingHttpHeaders } from 'node:http';

/** How an answer differs from the default. */
export interface Answering {
  /** 200 if left out. */
  readonly status?: number;
  /** Unless they say otherwise, the answer is not cached (`no-store`). */
  readonly headers?: OutgoingHttpHeaders;
  /** The address, besides this server, where a form of the page may finally lead: browsers follow it to no other. */
  readonly formTarget?: string | null;
  /** The page shows another one of this server in a frame. */
  readonly hasFrame?: boolean;
}

/** A body sent in pieces. The first piece is awaited before anything is sent, so that an error can still be answered. */
type Pieces = AsyncIterable<string | Buffer>;

/** The answer to a visit, as a value: its handler returns it, and the platform writes it (platform/http/write-shown.ts). */
export class Shown {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly formTarget: string | null;
  readonly hasFrame: boolean;

  /** @param type a media type; null: there is no body */
  constructor(
    readonly type: string | null,
    readonly body: string | Buffer | Pieces,
    { status = 200, headers = {}, formTarget = null, hasFrame = false }: Answering = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.formTarget = formTarget;
    this.hasFrame = hasFrame;
  }
}

export function html(page: string, answering?: Answering): Shown {
  return new Shown('text/html; charset=utf-8', page, answering);
}

export function json(value: unknown, answering?: Answering): Shown {
  return new Shown('application/json; charset=utf-8', JSON.stringify(value), answering);
}

/** Answers with records, one per line. A failure midway cuts the connection, so that nobody takes a part for the whole. */
export function ndjson(lines: Pieces, answering?: Answering): Shown {
  return new Shown('application/x-ndjson', lines, answering);
}

/** Redirects to an address, which is sent unchanged. */
export function redirect(status: 301 | 302 | 303 | 308, address: string): Shown {
  return new Shown(null, '', { status, headers: { Location: address } });
}

/** Redirects after a form: 303 (RFC 9110 §15.4.4). */
export function seeOther(address: string): Shown {
  return redirect(303, address);
}

/** The headers of an answer that a browser keeps as a file. @param name ASCII, without quotes */
export function asFile(name: string): OutgoingHttpHeaders {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}
