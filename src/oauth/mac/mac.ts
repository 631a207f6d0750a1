import { hmacOf } from '../../platform/security/hmac.js';

export type MacAlgorithm = 'hmac-sha-1' | 'hmac-sha-256';

/** The key of a token, which signs the requests made with it. */
export interface MacKey {
  readonly key: string;
  readonly algorithm: MacAlgorithm;
}

/** The input of a MAC (§5.3.6, D50). */
interface RequestParts {
  /** Unix seconds, as sent. */
  readonly ts: string;
  readonly nonce: string;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly requestUri: string;
  readonly host: string;
  readonly port: string;
  /** Empty when absent. */
  readonly ext: string;
}

const HASH = { 'hmac-sha-1': 'sha1', 'hmac-sha-256': 'sha256' } as const;

/** The normalized request string of draft-ietf-oauth-v2-http-mac-01 §3.2.1: each part followed by a line feed. */
export function normalizedRequest({ ts, nonce, method, requestUri, host, port, ext }: RequestParts): string {
  return `${ts}\n${nonce}\n${method.toUpperCase()}\n${requestUri}\n${host.toLowerCase()}\n${port}\n${ext}\n`;
}

export function macOf(parts: RequestParts, macKey: string, algorithm: MacAlgorithm): Buffer {
  return hmacOf(HASH[algorithm], Buffer.from(macKey))(Buffer.from(normalizedRequest(parts)));
}

/** Whether `ts` (unix seconds) is within the tolerance of `now` (milliseconds). */
export function isFresh(ts: string, now: number, toleranceSeconds: number): boolean {
  return Math.abs(Number(ts) - now / 1000) <= toleranceSeconds;
}

/** Splits a Host value into host and port; the port defaults by scheme. IPv6 literals keep their brackets. */
export function splitHost(host: string, isEncrypted: boolean): { host: string; port: string } | null {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s/?#@]+)(?::(\d{1,5}))?$/.exec(host);
  if (!match) return null;
  return { host: match[1], port: match[2] ?? (isEncrypted ? '443' : '80') };
}
