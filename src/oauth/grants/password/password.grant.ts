import { methodOf } from '../../../identity/sessions/authentication.js';
import { PasswordVerifier } from '../../../identity/passwords/password-verifier.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { Clock } from '../../../platform/security/clock.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requirePrivileged } from '../../tokens/require-client.js';
import { TokenIssuer, type GrantRequest } from '../../tokens/token-issuer.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { HERE, requestedScope } from '../../tokens/target.js';
import { tokenTypeOf } from '../shared.args.js';
import { PasswordArgs } from './password.args.js';

const NAME = 'password';

/** Username and password that a privileged client sends. */
interface CarriedSignIn
  extends
    Required<Pick<GrantRequest, 'client' | 'tokenType' | 'thumbprint' | 'deviceId' | 'scope' | 'address'>>,
    Pick<GrantRequest, 'target'> {
  readonly identifier: string;
  readonly password: string;
}

/** RFC 6749 §4.3; the interface has a call that does the same (§4.2). */
@GrantType({
  name: NAME,
  parameters: PasswordArgs,
  requireClient: requirePrivileged,
  errors: [Errors.clientNotPrivileged, Errors.credentialInvalid, Errors.scopeNotValid],
})
export class PasswordGrant implements Grant<PasswordArgs> {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  exchange({ args, target: asked, ...request }: TokenRequest<PasswordArgs>): Promise<IssuedTokens> {
    const { username: identifier, password, deviceId = null } = args;
    const tokenType = tokenTypeOf(args);
    const target = asked ?? HERE;
    const scope = requestedScope(request.client, args.scope, target);
    return this.signIn({ ...request, identifier, password, tokenType, deviceId, scope, target });
  }

  async signIn({ identifier, password, ...request }: CarriedSignIn): Promise<IssuedTokens> {
    const { client, address } = request;
    const presented = { identifier, password, address, clientId: client.clientId };
    const signedIn = await this.passwords.verifyFor(client, presented);
    return this.issuer.issue({
      ...request,
      ...signedIn,
      authTime: this.clock.now(),
      methods: [methodOf(signedIn)],
      grantType: NAME,
    });
  }
}
