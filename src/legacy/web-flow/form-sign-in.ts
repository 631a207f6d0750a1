import { Injectable } from '@nestjs/common';
import { PasswordVerifier } from '../../identity/passwords/password-verifier.js';
import type { KnownClient } from '../../oauth/clients/client-directory.js';
import { profileRulesOf } from '../../oauth/clients/client-profiles.js';
import { LegacyGate } from '../../oauth/clients/legacy-gate.js';
import { answerAt, type Answer } from '../../oauth/clients/redirect-answer.js';
import { allowedRedirectUri } from '../../oauth/clients/redirect-uri.js';
import type { SentHow } from '../../platform/operations/declare.js';
import { SeeOther } from '../../platform/operations/see-other.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { CurrentHttpSession } from '../../identity/sessions/current-session.js';
import { SessionIds } from '../../identity/sessions/session-ids.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import type { FormSignInArgs } from './web-flow.args.js';
import { WebFlow, type AskedState } from './web-flow.service.js';

/** The network address and the transport of a form. */
interface FormOrigin {
  readonly address: string;
  readonly how: SentHow;
}

/** For a state secret that no client asked for by name: only a device password for legacy sessions signs in there. */
const NO_CLIENT = { id: null, allowsPasswordOfProtectedAccounts: false };

/** Signs a browser in by the plain form on a web application's page (§3.4, D63, D65). */
@Injectable()
export class FormSignIn {
  constructor(
    private readonly flow: WebFlow,
    private readonly passwords: PasswordVerifier,
    private readonly sessions: SessionIds,
    private readonly legacy: LegacyGate,
    private readonly signingIn: SignIn,
  ) {}

  /**
   * @returns the session id; with a redirect_uri, the redirect to the web application with the id or the error
   * @throws CallError webSessionInvalid, invalidParameter before the redirect is trusted; without one, any of signIn
   */
  async attempt(
    form: FormSignInArgs,
    origin: FormOrigin,
    session: CurrentHttpSession,
  ): Promise<string | SeeOther> {
    const { stateRandomCipher: state } = form;
    const asked = await this.flow.find(state);
    if (asked.client) this.requireForm(asked.client, origin.how);
    if (form.redirectUri === undefined) return this.signIn(form, asked, origin, session);
    const redirectUri = this.wayBack(form.redirectUri, asked.client);
    try {
      const session_id = await this.signIn(form, asked, origin, session);
      return new SeeOther(answerAt(redirectUri, { session_id, state }));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      return new SeeOther(answerAt(redirectUri, { ...answerOf(cause), state }), cause);
    }
  }

  /** @throws CallError webSessionInvalid, credentialInvalid, tooManyAttempts, unavailable */
  private async signIn(
    { login: identifier, password, stateRandomCipher: cipher }: FormSignInArgs,
    { client, isOpen }: AskedState,
    { address }: FormOrigin,
    session: CurrentHttpSession,
  ): Promise<string> {
    if (!isOpen) throw new CallError(Errors.webSessionInvalid);
    const clientId = client?.clientId ?? null;
    // A wrong password leaves the cipher unused: the form may be sent again (D110).
    const asking = client ?? NO_CLIENT;
    const signedIn = await this.passwords.verifyFor(asking, { identifier, password, address, clientId });
    const { accountId } = signedIn;
    const id = await this.signingIn.openForWebFlow(session, signedIn, (digest) =>
      this.flow.claim(cipher, digest, { accountId, clientId, address }),
    );
    return this.sessions.toCookie(id);
  }

  /** Applies the client's rules to its form, though the browser does not name the client (D68). */
  private requireForm(client: KnownClient, { isByGet, hasSecretInQuery }: SentHow): void {
    if (isByGet) this.legacy.pass(client, 'write-by-get');
    if (hasSecretInQuery) this.legacy.pass(client, 'secret-in-query');
  }

  /** Returns the redirect_uri to answer with. @throws CallError invalidParameter */
  private wayBack(asked: string, client: KnownClient | null): string {
    const urls = client?.redirectUrls ?? [];
    const redirectUri = client && allowedRedirectUri(asked, urls, profileRulesOf(client).matchesExactly);
    if (!client || redirectUri === null) {
      const message =
        'redirect_uri must match a RedirectUrl of the client that asked for the state secret, authenticated, and have no parameter that Hearth answers with.';
      throw new CallError(Errors.invalidParameter, {}, { message });
    }
    if (allowedRedirectUri(redirectUri, urls, true) === null) this.legacy.pass(client, 'redirect-uri-below');
    return redirectUri;
  }
}

/** Returns the parameters of a redirect with an error, named as in the OAuth standards (D12). */
function answerOf({ definition, message, headers }: CallError): Answer {
  const seconds = headers['Retry-After'];
  return {
    error: definition.oauth.error,
    error_description: message,
    retry_after: typeof seconds === 'string' ? seconds : null,
  };
}
