import { createHmac, randomBytes } from 'node:crypto';

/** A MAC token with its key. */
export interface MacKey {
  readonly token: string;
  readonly key: string;
  readonly algorithm: string;
}

/** An Authorization header, signed as in D50; independent of the server's code. */
export function macHeader(
  { token, key, algorithm }: MacKey,
  method: string,
  target: string,
  host: string,
): string {
  const [name, port = '80'] = host.split(':');
  const ts = Math.floor(Date.now() / 1000).toString();
  const nonce = randomBytes(8).toString('hex');
  const signed = [ts, nonce, method, target, name.toLowerCase(), port, '', ''].join('\n');
  const mac = createHmac(algorithm === 'hmac-sha-256' ? 'sha256' : 'sha1', key)
    .update(signed)
    .digest('base64');
  return `MAC id="${token}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}
