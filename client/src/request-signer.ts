import { dpopProof, type DpopKey } from './dpop.js';
import { randomText } from './encoding.js';
import { HearthError } from './errors.js';
import { macHeader } from './mac.js';
import type { Tokens } from './tokens.js';
import type { Answer, HeaderValues } from './transport.js';

/** Makes the headers that prove who asks, and remembers what the server told about them: its nonce, its time. */
export class RequestSigner {
  private nonce: string | undefined;
  /** How far the server's clock is ahead. */
  private aheadSeconds = 0;

  constructor(
    private readonly key: DpopKey | undefined,
    private readonly now: () => number,
  ) {}

  /** The proof of a request for tokens: none without a key. */
  async proof(method: string, url: string, token?: string): Promise<HeaderValues> {
    if (!this.key) return {};
    const { nonce } = this;
    return { DPoP: await dpopProof(this.key, { method, url, token, nonce, iat: this.seconds() }) };
  }

  /** The headers of a call, by the type of its access token. */
  async headersFor(tokens: Tokens, method: string, url: string): Promise<HeaderValues> {
    const { access_token: id, token_type: type, mac_key: key, mac_algorithm: algorithm } = tokens;
    if (key !== undefined && algorithm !== undefined) {
      const parts = { id, key, algorithm, method, url, ts: this.seconds(), nonce: randomText() };
      return { Authorization: await macHeader(parts) };
    }
    if (type === 'Bearer') return { Authorization: `Bearer ${id}` };
    if (!this.key) throw new HearthError('The tokens are bound to a key: give it as dpop.', { status: 0 });
    return { Authorization: `DPoP ${id}`, ...(await this.proof(method, url, id)) };
  }

  /** Whether the request was refused for want of a nonce, or for a wrong clock, and will be right the next time. */
  learns({ status, headers, body }: Answer): boolean {
    const given = headers.get('DPoP-Nonce');
    this.nonce = given ?? this.nonce;
    if (status !== 400 && status !== 401) return false;
    const challenge = headers.get('WWW-Authenticate') ?? '';
    const time = /\bts="(\d+)"/.exec(challenge)?.[1];
    if (time !== undefined) this.aheadSeconds = Number(time) - Math.floor(this.now() / 1000);
    const isAsked = `${challenge} ${(body as { error?: string } | null)?.error}`.includes('use_dpop_nonce');
    return time !== undefined || (given !== null && isAsked);
  }

  private seconds(): number {
    return Math.floor(this.now() / 1000) + this.aheadSeconds;
  }
}
