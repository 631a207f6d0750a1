import { createHmac } from 'node:crypto';
import type { WrittenAccessToken } from '../../src/oauth/tokens/format/access-token.js';

/**
 * An Authorization header, signed as in draft-ietf-oauth-v2-http-mac-01 §3.2.1 (D50); independent of the server's code.
 */
export function macHeader(
  { plain, macKey }: WrittenAccessToken,
  method: string,
  path: string,
  host: string,
  nonce: string,
): string {
  const [name, port] = host.split(':');
  const ts = Math.floor(Date.now() / 1000).toString();
  const signed = [ts, nonce, method, path, name, port, '', ''].join('\n');
  const mac = createHmac('sha1', macKey ?? '')
    .update(signed)
    .digest('base64');
  return `MAC id="${plain}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}
