import { base64, bytesOf } from './encoding.js';

/** What goes into the MAC of one request. */
export interface MacParts {
  /** The access token. */
  readonly id: string;
  readonly key: string;
  readonly algorithm: 'hmac-sha-1' | 'hmac-sha-256';
  readonly method: string;
  readonly url: string;
  /** Unix seconds. */
  readonly ts: number;
  /** Never twice with one token. */
  readonly nonce: string;
}

/** The `Authorization` header of a request, as draft-ietf-oauth-v2-http-mac-01 has it. */
export async function macHeader({ id, key, algorithm, method, url, ts, nonce }: MacParts): Promise<string> {
  const { href, origin, hostname, port, protocol } = new URL(url);
  const [sent] = href.slice(origin.length).split('#');
  const portSent = port || (protocol === 'https:' ? '443' : '80');
  const lines = [ts, nonce, method, sent, hostname, portSent, ''];
  const hash = algorithm === 'hmac-sha-256' ? 'SHA-256' : 'SHA-1';
  const hmac = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'HMAC', hash }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', hmac, bytesOf(lines.map((line) => `${line}\n`).join('')));
  return `MAC id="${id}", ts="${ts}", nonce="${nonce}", mac="${base64(mac)}"`;
}
