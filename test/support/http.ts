import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Body } from './a01.js';

/** The target of requests: a server, or the proxy in front of several. */
export interface Peer {
  readonly url: string;
  /** The certificate to trust, unless it is a public one. */
  readonly ca?: string;
  /** An address of 127.0.0.0/8 to send from. */
  readonly localAddress?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON body; null without one. */
  readonly body: Body;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Sent unchanged, including those that fetch does not allow: Host, Origin, Sec-Fetch-Site, Cookie. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** An encoded form, used instead. */
  readonly body?: string;
}

/** A request on a new connection, with exactly the given headers. */
export function request(server: Peer, asked: RawRequest): Promise<RawAnswer> {
  const { path, headers = {}, form } = asked;
  const body = asked.body ?? (form && new URLSearchParams(form).toString());
  const { method = body === undefined ? 'GET' : 'POST' } = asked;
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { protocol, hostname, port, host } = new URL(server.url);
  const { request: send } = protocol === 'https:' ? https : http;
  const way = {
    ca: server.ca,
    localAddress: server.localAddress,
    signal: server.signal,
    family: server.localAddress === undefined ? undefined : 4,
  };
  const all = {
    ...type,
    Host: host,
    'Content-Length': String(Buffer.byteLength(body ?? '')),
    Connection: 'close',
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const options = { ...way, hostname, port, method, path, headers: all, agent: false } as const;
    const sent = send(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = /[/+]json\b/.test(answer.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          body: (isJson ? JSON.parse(text) : null) as Body,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Headers of a trusted proxy that received the request from this address over HTTPS. */
export function from(address: string, proto: 'http' | 'https' = 'https'): Record<string, string> {
  return { 'X-Forwarded-For': address, 'X-Forwarded-Proto': proto };
}

/** The page, outside of the console, that tells the outcome of a form; null: the answer leads to none. */
export function outcomePageOf({ headers: { location = '' } }: Pick<RawAnswer, 'headers'>): string | null {
  return /^\/(?!admin)[^?]*\?done=/.test(location) ? location.split('#')[0] : null;
}
