import { request, type Peer, type RawAnswer } from './http.js';

type Headers = Readonly<Record<string, string>>;

/** A legacy caller that keeps only its JSESSIONID, as §5.3.1 requires. */
export class LegacyClient {
  /** `JSESSIONID=…` as set by the server; null before. */
  cookie: string | null = null;

  constructor(private readonly server: Peer) {}

  signIn(
    { email, password }: { email: string; password: string },
    headers: Headers = {},
  ): Promise<RawAnswer> {
    return this.send('/api/log2/in', { identifier: email, password }, headers);
  }

  signOut(headers: Headers = {}): Promise<RawAnswer> {
    return this.send('/api/log2/out', {}, headers);
  }

  /** The account-based call; does not change the stored cookie. */
  account(headers: Headers = {}): Promise<RawAnswer> {
    return request(this.server, { path: '/api/acc/getloggedaccount', headers: this.with(headers) });
  }

  /** 200, 401 or 501 of the account-based call. */
  async status(): Promise<number> {
    return (await this.account()).status;
  }

  /** Another caller with that cookie, such as an attacker who stole or planted it. */
  copy(): LegacyClient {
    const copy = new LegacyClient(this.server);
    copy.cookie = this.cookie;
    return copy;
  }

  private async send(path: string, form: Record<string, string>, headers: Headers): Promise<RawAnswer> {
    const answer = await request(this.server, { path, form, headers: this.with(headers) });
    const sent = cookieOf(answer);
    if (sent !== null) this.cookie = sent.pair;
    return answer;
  }

  private with(headers: Headers): Record<string, string> {
    return this.cookie === null ? { ...headers } : { Cookie: this.cookie, ...headers };
  }
}

/** The JSESSIONID of an answer: `JSESSIONID=…` and its attributes. */
export function cookieOf(answer: RawAnswer): { pair: string; attributes: string[] } | null {
  const line = answer.headers['set-cookie']?.find((text) => text.startsWith('JSESSIONID='));
  if (line === undefined) return null;
  const [pair, ...attributes] = line.split('; ');
  return { pair, attributes };
}

/** The session id in the signed cookie. */
export function sessionIdOf(cookie: string): string {
  const value = decodeURIComponent(cookie.slice('JSESSIONID='.length));
  return value.replace(/^s:/, '').replace(/\..*$/, '');
}
