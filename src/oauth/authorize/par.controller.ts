import { CallError } from '../../platform/errors/call-error.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { CurrentExchange } from '../../platform/operations/current-exchange.js';
import { CallArgs, Endpoint, raw } from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ClientPushes } from './client-pushes.js';
import { PUSH_ERRORS } from './push-refusals.js';
import { PushedRequestArgs } from './pushed-request.args.js';
import { PushedRequestView } from './pushed-request.view.js';

const IN_THE_BODY = 'Send all parameters in the body, as a form: addresses stand in logs (RFC 9126 §2.1).';

/** The pushed authorization request endpoint (RFC 9126 §2). */
@Calls({ client: 'credentials', account: 'none' })
export class ParController {
  constructor(private readonly pushes: ClientPushes) {}

  @Endpoint('/par', {
    name: 'oauth2par',
    summary: 'Push an authorization request, before the browser is sent to /authorize (RFC 9126)',
    args: PushedRequestArgs,
    result: raw(PushedRequestView, 201),
    writes: true,
    errors: [...PUSH_ERRORS, Errors.proofNotValid, Errors.proofNeedsNonce, Errors.tooManyAttempts],
  })
  async push(
    @CallArgs() args: PushedRequestArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<PushedRequestView> {
    if (exchange.target.includes('?'))
      throw new CallError(Errors.invalidParameter, {}, { message: IN_THE_BODY });
    for (const name of ['request', 'request_uri', 'registration'])
      if (exchange.parameters.get([name.replaceAll('_', '')])) throw notTaken(name);
    const { requestUri, expiresInSeconds } = await this.pushes.push(args, exchange);
    return { request_uri: requestUri, expires_in: expiresInSeconds };
  }
}

function notTaken(name: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message: `${name} is not supported: leave it out.` });
}
