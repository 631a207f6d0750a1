import { createHash, createHmac } from 'node:crypto';
import { plainMacToken } from './loads.js';

/** The key of the n-th MAC token, the same as in the data. */
export function macKey(n: number): string {
  return createHash('sha256').update(`bench-mac-key-${n}`).digest('base64url');
}

/**
 * An Authorization header, signed as in draft-ietf-oauth-v2-http-mac-01 §3.2.1 (D50); independent of the server's code.
 */
export function macHeader(
  n: number,
  key: string,
  method: string,
  path: string,
  host: string,
  nonce: string,
): string {
  const [name, port] = host.split(':');
  const ts = Math.floor(Date.now() / 1000).toString();
  const signed = [ts, nonce, method, path, name, port, '', ''].join('\n');
  const mac = createHmac('sha1', key).update(signed).digest('base64');
  return `MAC id="${plainMacToken(n)}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}
