import type { CallName } from './calls.js';
import {
  Client,
  type ArgsOf,
  type ClientAuthentication,
  type ClientOptions,
  type ResultOf,
} from './client.js';
import { base64, bytesOf } from './encoding.js';

export interface ConfidentialClientOptions extends ClientOptions {
  readonly clientSecret: string;
}

/** An application on a server of yours, which keeps the client secret there; also for itself, without any account. */
export class ConfidentialClient extends Client {
  protected readonly authentication: ClientAuthentication;

  constructor(address: string, { clientSecret, ...options }: ConfidentialClientOptions) {
    super(address, options);
    const halves = [options.clientId, clientSecret].map(encodeURIComponent); // RFC 6749 §2.3.1
    this.authentication = { headers: { Authorization: `Basic ${base64(bytesOf(halves.join(':')))}` } };
  }

  /** A call of the client itself: `prov/createaccount`, `web/generatestatesecret` … @throws CallError */
  call<N extends CallName>(call: N, ...[args]: ArgsOf<N>): Promise<ResultOf<N>> {
    return this.send(call, args, { headers: () => this.authentication.headers ?? {} });
  }

  /**
   * A call that may be repeated: with the same key (1 to 64 visible ASCII characters), `prov` calls are done once, and answered
   * alike for 24 hours. @throws CallError
   */
  callOnce<N extends CallName>(key: string, call: N, ...[args]: ArgsOf<N>): Promise<ResultOf<N>> {
    const headers = { ...this.authentication.headers, 'Idempotency-Key': key };
    return this.send(call, args, { headers: () => headers });
  }

  /** A call for the account of a session that the web flow opened, by its id. @throws CallError */
  callInSession<N extends CallName>(sessionId: string, call: N, ...[args]: ArgsOf<N>): Promise<ResultOf<N>> {
    const headers = { ...this.authentication.headers, Cookie: `JSESSIONID=${sessionId}` };
    return this.send(call, args, { headers: () => headers });
  }
}
