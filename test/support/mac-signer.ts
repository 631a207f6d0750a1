import { createHmac, randomBytes } from 'node:crypto';

interface Signed {
  readonly id: string;
  readonly key: string;
  readonly method?: string;
  readonly url: string;
  readonly ts: number;
  readonly nonce?: string;
  readonly ext?: string;
  readonly algorithm?: 'sha1' | 'sha256';
}

/** An Authorization header as a client creates it, independent of Hearth's MAC code. */
export function macHeader(request: Signed): { Authorization: string } {
  const {
    id,
    key,
    method = 'GET',
    ts,
    nonce = randomBytes(8).toString('hex'),
    ext,
    algorithm = 'sha1',
  } = request;
  const url = new URL(request.url);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const lines = [String(ts), nonce, method, url.pathname + url.search, url.hostname, port, ext ?? ''];
  const mac = createHmac(algorithm, key)
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('base64');
  const attributes = { id, ts: String(ts), nonce, mac, ...(ext === undefined ? {} : { ext }) };
  const list = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return { Authorization: `MAC ${list.join(', ')}` };
}
