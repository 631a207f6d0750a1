import { PasswordVerifier } from '../../identity/passwords/password-verifier.js';
import { Calls } from '../../platform/operations/controllers.js';
import { TextArg } from '../../platform/operations/args.js';
import type { Caller } from '../../platform/operations/caller.js';
import { Call, CallArgs, CurrentAddress, CurrentCaller } from '../../platform/operations/declare.js';
import type { Long } from '../../platform/operations/long.js';
import { SignOut } from '../../oauth/oidc/sign-out.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { CurrentHttpSession, CurrentSession } from '../../identity/sessions/current-session.js';
import { SignIn } from '../../identity/sessions/sign-in.js';

class Log2InArgs {
  @TextArg('identifier', {
    max: 320,
    description: 'Account identifier, for example a login or an e-mail address.',
  })
  identifier!: string;

  @TextArg('password', {
    max: 1024,
    secret: true,
    description:
      'Password of the account; of one with a second factor, a device password for legacy sessions.',
  })
  password!: string;
}

/** The legacy session (§4.3, D41). */
@Calls({ client: 'credentials', account: 'none' })
export class Log2Controller {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly signingOut: SignOut,
    private readonly signingIn: SignIn,
  ) {}

  @Call('log2', 'in', {
    summary: 'Sign an account in to the HTTP session (legacy)',
    args: Log2InArgs,
    result: 'long',
    account: 'none',
    writes: true,
    usesSession: true,
    errors: [Errors.credentialInvalid],
  })
  async signIn(
    @CallArgs() { identifier, password }: Log2InArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
    @CurrentSession() session: CurrentHttpSession,
  ): Promise<Long> {
    const clientId = caller.client?.clientId ?? null;
    const allowsPassword = caller.client?.allowsPasswordOfProtectedAccounts ?? false;
    // The session belongs to no client, so a device password for legacy sessions opens it.
    const legacy = { id: null, allowsPasswordOfProtectedAccounts: allowsPassword };
    const signedIn = await this.passwords.verifyFor(legacy, { identifier, password, address, clientId });
    await this.signingIn.openIn(session, signedIn);
    return signedIn.accountId;
  }

  @Call('log2', 'out', {
    summary: 'End the HTTP session (legacy)',
    result: 'true',
    account: 'none',
    writes: true,
    usesSession: true,
  })
  async signOut(
    @CurrentSession() session: CurrentHttpSession,
    @CurrentAddress() address: string,
  ): Promise<true> {
    await this.signingOut.end(session, address);
    return true;
  }
}
