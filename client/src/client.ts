import type { CallName, Calls } from './calls.js';
import {
  authorizationRequest,
  codeIn,
  requireIdToken,
  type AuthorizationParameters,
  type AuthorizationRequest,
  type KeptAuthorization,
} from './code-flow.js';
import { issuerAt } from './address.js';
import { poll, type DeviceAuthorization } from './device.js';
import { thumbprintOf, type DpopKey } from './dpop.js';
import { bodyOf, formOf, resultOf } from './envelope.js';
import { HearthError } from './errors.js';
import { Refreshes, type Refreshable } from './refreshes.js';
import { RequestSigner } from './request-signer.js';
import { MemoryTokens, type Tokens, type TokenStore } from './tokens.js';
import { Transport, type Credentials, type HeaderValues, type Surroundings } from './transport.js';

export interface ClientOptions extends Surroundings {
  readonly clientId: string;
  /** Binds the tokens to this key (RFC 9449). */
  readonly dpop?: DpopKey;
  /** Talks to Hearth without TLS on a network that nobody else can read; on this machine it may anyway. */
  readonly allowInsecureHttp?: boolean;
}

/** How a client says who it is at the standard endpoints. */
export interface ClientAuthentication {
  readonly headers?: HeaderValues;
  readonly form?: Readonly<Record<string, string>>;
}

/** The arguments of a call: none need be given where none is required. */
export type ArgsOf<N extends CallName> =
  Record<string, never> extends Calls[N]['args'] ? [args?: Calls[N]['args']] : [args: Calls[N]['args']];
export type ResultOf<N extends CallName> = Calls[N]['result'];

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
/** What may be asked for a second time when nobody knows what became of the first (D274). */
const REPEATABLE = ['refresh_token', 'client_credentials', 'password'];

/** An application, as a client of one Hearth: what it asks for tokens, in the terms of the RFCs. */
export abstract class Client {
  /** Hearth's address, which is its issuer identifier: without a slash at the end. */
  readonly address: string;
  readonly clientId: string;
  protected readonly transport: Transport;
  private readonly surroundings: Required<Surroundings>;
  private readonly signer: RequestSigner;
  private readonly key: DpopKey | undefined;
  private readonly refreshes = new Refreshes((refresh_token) =>
    this.tokens({ grant_type: 'refresh_token', refresh_token }),
  );

  /**
   * @param address as people and tokens name it: `https://accounts.example`
   * @throws HearthError for one that secrets would travel to in the clear
   */
  constructor(
    address: string,
    { clientId, dpop, allowInsecureHttp = false, ...surroundings }: ClientOptions,
  ) {
    this.address = issuerAt(address, allowInsecureHttp);
    this.clientId = clientId;
    this.key = dpop;
    this.surroundings = {
      fetch: (url, init) => fetch(url, init),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
      now: Date.now,
      ...surroundings,
    };
    this.transport = new Transport(this.surroundings);
    this.signer = new RequestSigner(dpop, this.surroundings.now);
  }

  protected abstract readonly authentication: ClientAuthentication;

  /** Where the browser goes to sign in, and what to keep for it until it is back. */
  async authorizationRequest(asked: AuthorizationParameters): Promise<AuthorizationRequest> {
    const dpop_jkt = this.key && (await thumbprintOf(this.key));
    const parameters = { ...asked, client_id: this.clientId, dpop_jkt };
    return authorizationRequest(`${this.address}/authorize`, parameters);
  }

  /**
   * Exchanges the code that the user came back with. Keep nothing of `kept` afterwards: one answer for one question.
   * @param callback the whole address
   * @throws InvalidCallback it answers nothing that this browser asked
   * @throws OAuthError the user said no (`access_denied`), or the code is over (`invalid_grant`)
   */
  async exchange(callback: string | URL, kept: KeptAuthorization | undefined): Promise<Tokens> {
    const { address: issuer, clientId } = this;
    const code = codeIn(callback, kept, issuer);
    const { redirect_uri, code_verifier, nonce } = kept as KeptAuthorization;
    const tokens = await this.tokens({ grant_type: 'authorization_code', code, redirect_uri, code_verifier });
    if (nonce !== undefined)
      requireIdToken(tokens, { nonce, issuer, clientId, now: this.surroundings.now() });
    return tokens;
  }

  /** Tokens of any grant, by the parameters of its RFC: `grant_type`, `token_type` … @throws OAuthError */
  async tokens(parameters: Readonly<Record<string, string>>): Promise<Tokens> {
    const isRepeatable = REPEATABLE.includes(parameters.grant_type);
    const tokens = (await this.ask('/token', parameters, isRepeatable)) as Tokens;
    if (typeof tokens.access_token === 'string') return tokens;
    throw new HearthError('The answer has no tokens.', { status: 200 });
  }

  /**
   * New tokens for the refresh token; one request at a time for all who ask with the same.
   * @param store has them already when they come; the others of this origin that share it wait for them
   * @returns also what the answer leaves out because it is as before
   * @throws OAuthError `invalid_grant`: it is over
   */
  refresh(tokens: Refreshable, store: TokenStore = new MemoryTokens(tokens)): Promise<Tokens> {
    return this.refreshes.of(tokens, store);
  }

  /** Ends a token; a refresh token with its whole grant (RFC 7009). */
  async revoke(token: string): Promise<void> {
    await this.ask('/revoke', { token }, true);
  }

  /** Codes for a device without a keyboard (RFC 8628). */
  async authorizeDevice(asked: { readonly scope?: string } = {}): Promise<DeviceAuthorization> {
    return (await this.ask('/device_authorization', { ...asked }, true)) as DeviceAuthorization;
  }

  /**
   * Waits until the person decided about the device.
   * @param signal aborted, it asks no more
   * @throws OAuthError `access_denied`, `expired_token`
   */
  pollDevice(
    device: DeviceAuthorization,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Tokens> {
    const parameters = { grant_type: DEVICE_CODE, device_code: device.device_code };
    const ask = () => {
      signal?.throwIfAborted();
      return this.tokens(parameters);
    };
    return poll(device, ask, this.surroundings.sleep, signal);
  }

  /** A call with these very tokens, which are not refreshed: see `Grant`. @throws CallError */
  callWith<N extends CallName>(tokens: Tokens, call: N, ...[args]: ArgsOf<N>): Promise<ResultOf<N>> {
    const headers = (method: string, url: string) => this.signer.headersFor(tokens, method, url);
    return this.send(call, args, { headers, learns: (answer) => this.signer.learns(answer) });
  }

  protected async send<N extends CallName>(
    call: N,
    args: Calls[N]['args'] | undefined,
    credentials: Credentials,
  ): Promise<ResultOf<N>> {
    const sent = { body: formOf(args ?? {}), credentials };
    return resultOf(call, await this.transport.post(`${this.address}/api/${call}`, sent)) as ResultOf<N>;
  }

  private async ask(
    path: string,
    parameters: Readonly<Record<string, string>>,
    isRepeatable: boolean,
  ): Promise<object> {
    const { headers: own, form } = this.authentication;
    const credentials: Credentials = {
      headers: async (method, url) => ({ ...own, ...(await this.signer.proof(method, url)) }),
      learns: (answer) => this.signer.learns(answer),
    };
    const sent = { body: formOf({ ...form, ...parameters }), credentials, isRepeatable };
    return bodyOf(await this.transport.post(this.address + path, sent));
  }
}

/** An application without a secret: what people install, or open in a browser. */
export class PublicClient extends Client {
  protected readonly authentication = { form: { client_id: this.clientId } };
}
