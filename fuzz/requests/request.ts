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
 * How the bytes are sent. `chunked`: in chunks of this size. `cut`: the connection is reset after this many bytes.
 * `slow`: in this many pieces.
 */
type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'chunked'; readonly size: number }
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'slow'; readonly pieces: number };

/** A structured request, which can be mutated and minimized. */
export interface Structured {
  readonly kind: 'structured';
  /** The intended operation. */
  readonly aim: string;
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly content: Content | null;
  /** Signs the request when it is sent: a nonce works only once. */
  readonly mac: MacKey | null;
  readonly delivery: Delivery;
  /** Whether it is unmutated: only then must it succeed. */
  readonly isSound: boolean;
}

/** Arbitrary bytes. */
interface Raw {
  readonly kind: 'raw';
  readonly aim: string;
  readonly bytes: Buffer;
}

export type FuzzRequest = Structured | Raw;

export const WHOLE: Delivery = { kind: 'whole' };

/** A well-formed request with nothing but its path. */
export function plainRequest(aim: string, method: string, path: string): Structured {
  const nothing = { query: [], headers: [], content: null, mac: null };
  return { kind: 'structured', aim, method, path, ...nothing, delivery: WHOLE, isSound: true };
}

/** The first value of the header; names in any case. */
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
