import { basic, type Body } from './a01.js';
import type { DpopKey, ProofContent } from './dpop-key.js';
import { ANNA, CLIENTS } from './fixtures.js';
import { request, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;
type Content = Partial<ProofContent>;
interface Credentials {
  readonly id: string;
  readonly secret: string | null;
}

export const PASSWORD: Form = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
export const CALL = '/api/acc/getloggedaccount';

/** A client that binds its tokens to a key. */
export class DpopClient {
  constructor(
    readonly server: TestServer,
    readonly key: DpopKey,
    private readonly client: Credentials = CLIENTS.app,
    /** PUBLIC_URL, if the requests go elsewhere. */
    private readonly publicUrl = server.url,
  ) {}

  proof(path: string, content: Content = {}): Promise<string> {
    return this.key.proof({ url: `${this.publicUrl}${path}`, at: this.server.clock.seconds, ...content });
  }

  /** POST /token with a proof; null: without one. */
  async ask(form: Form = PASSWORD, proof: Content | string | null = {}): Promise<RawAnswer> {
    const { id, secret } = this.client;
    const headers = secret === null ? {} : basic({ id, secret });
    const all = secret === null ? { ...form, client_id: id } : form;
    return request(this.server, {
      path: '/token',
      form: all,
      headers: await this.with(headers, '/token', proof),
    });
  }

  /** @throws Error without tokens */
  async tokens(form: Form = PASSWORD, proof: Content | string | null = {}): Promise<Body> {
    const { status, text, body } = await this.ask(form, proof);
    if (status !== 200) throw new Error(`no tokens: ${status} ${text}`);
    return body;
  }

  refresh(refresh_token: string, proof: Content | string | null = {}): Promise<RawAnswer> {
    return this.ask({ grant_type: 'refresh_token', refresh_token }, proof);
  }

  /** A call with a bound token and its proof. */
  async call(token: string, proof: Content | string | null = {}, path = CALL): Promise<RawAnswer> {
    const content = typeof proof === 'string' || proof === null ? proof : { method: 'GET', token, ...proof };
    const headers = await this.with({ Authorization: `DPoP ${token}` }, path, content);
    return request(this.server, { path, headers });
  }

  private async with(headers: Form, path: string, proof: Content | string | null): Promise<Form> {
    if (proof === null) return headers;
    return { ...headers, DPoP: typeof proof === 'string' ? proof : await this.proof(path, proof) };
  }
}
