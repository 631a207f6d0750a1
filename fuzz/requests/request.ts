import type { MacKey } from './mac.js';

export type Pair = readonly [name: string, value: string];

/** One part of a multipart body; with a file name it is a file. */
export interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly filename?: string;
  readonly type?: string;
}

export type Content =
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'multipart'; readonly boundary: string; readonly parts: readonly Part[] }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/**
 * How the bytes go out. `chunked`: as chunks of this size. `cut`: the connection breaks after so many bytes. `slow`: in
 * so many pieces.
 */
export type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'chunked'; readonly size: number }
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'slow'; readonly pieces: number };

/** A request in its parts, so that it can be mutated and made smaller. */
export interface Structured {
  readonly kind: 'structured';
  /** The operation that it is meant for. */
  readonly aim: string;
  readonly method: string;
  /** As it goes out, percent-encoding and all, without the query. */
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly content: Content | null;
  /** Signs the request when it is sent: a nonce works once. */
  readonly mac: MacKey | null;
  readonly delivery: Delivery;
  /** Whether it was left as it should be: only then must it succeed. */
  readonly isSound: boolean;
}

/** Bytes that need not be a request at all. */
export interface Raw {
  readonly kind: 'raw';
  readonly aim: string;
  readonly bytes: Buffer;
}

export type FuzzRequest = Structured | Raw;

export const WHOLE: Delivery = { kind: 'whole' };

/** The header's first value; names in any case. */
export function headerOf({ headers }: Structured, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

export function withHeader(request: Structured, name: string, value: string): Structured {
  const rest = request.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...rest, [name, value]] };
}

export function withoutHeader(request: Structured, name: string): Structured {
  const headers = request.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  return { ...request, headers };
}
