import { isClientItself, type Caller, type CallerClient } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import {
  Call,
  CallArgs,
  CurrentAddress,
  CurrentCaller,
  HowSent,
  ToldOfLimits,
  type SentHow,
} from '../../platform/operations/declare.js';
import type { RateLimitSink } from '../../platform/throttle/rate-limit.js';
import type { SeeOther } from '../../platform/operations/see-other.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { CurrentHttpSession, CurrentSession } from '../../identity/sessions/current-session.js';
import { SessionIds } from '../../identity/sessions/session-ids.js';
import { FormSignIn } from './form-sign-in.js';
import { FormSignInArgs, StateSecretArgs, ValidateSessionArgs } from './web-flow.args.js';
import { WebFlow } from './web-flow.service.js';

const SECRET_ITSELF =
  'This call needs client_id and client_secret themselves, as parameters or a Basic header.';

/** The web flow: the client secret stays on the web server, the browser signs in by a plain form (§3.4, §4.4). */
@Calls({ client: 'credentials', account: 'none' })
export class WebFlowController {
  constructor(
    private readonly flow: WebFlow,
    private readonly form: FormSignIn,
    private readonly sessions: SessionIds,
  ) {}

  @Call('web', 'generatestatesecret', {
    summary: 'Ask for the state secret of a cipher, for one sign-in (web flow)',
    args: StateSecretArgs,
    result: 'text',
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.stateSecretAlreadyGiven],
  })
  generateStateSecret(
    @CallArgs() { stateRandomCipher }: StateSecretArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
    @ToldOfLimits() told: RateLimitSink | undefined,
  ): Promise<string> {
    // Its users can't spend its budget.
    const client = isClientItself(caller) ? (caller.client ?? undefined) : undefined;
    const spender = { address, client, told };
    return this.flow.ask(stateRandomCipher, clientProvedBySecret(caller), spender);
  }

  @Call('web', 'login', {
    summary: "Sign a browser in by a web application's form (web flow)",
    args: FormSignInArgs,
    result: 'text',
    account: 'none',
    writes: true,
    needsHttps: true,
    usesSession: true,
    foreign: {
      allows: 'a plain form', // D111
      because:
        'The form stands on the web application; the session is worth nothing before its server validates it.',
    },
    errors: [Errors.webSessionInvalid, Errors.credentialInvalid],
  })
  signIn(
    @CallArgs() form: FormSignInArgs,
    @CurrentAddress() address: string,
    @HowSent() how: SentHow,
    @CurrentSession() session: CurrentHttpSession,
  ): Promise<string | SeeOther> {
    return this.form.attempt(form, { address, how }, session);
  }

  @Call('web', 'validatesession', {
    summary: "Make a session that the form opened the client's own (web flow)",
    args: ValidateSessionArgs,
    result: 'true',
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.webSessionInvalid],
  })
  async validateSession(
    @CallArgs() { stateSecret, sessionId }: ValidateSessionArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<true> {
    const client = clientProvedBySecret(caller);
    if (client === null) throw new CallError(Errors.clientRequired, {}, { message: SECRET_ITSELF });
    await this.flow.validate({
      client,
      stateSecret,
      sessionDigest: this.sessions.digestOf(sessionId),
      address,
    });
    return true;
  }
}

/** Returns the client, if it sent its secret. The holder of a token or session may never have had the secret. */
function clientProvedBySecret({ scheme, client }: Caller): CallerClient | null {
  return scheme === 'client' ? client : null;
}
