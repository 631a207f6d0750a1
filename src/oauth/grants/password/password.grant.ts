import { methodOf } from '../../../identity/sessions/authentication.js';
import { PasswordVerifier } from '../../../identity/passwords/password-verifier.js';
import type { CallerClient } from '../../../platform/operations/caller.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { Clock } from '../../../platform/security/clock.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requirePrivileged } from '../../tokens/require-client.js';
import type { TokenType } from '../../tokens/token-grant.entity.js';
import { TokenIssuer } from '../../tokens/token-issuer.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { requestedScope } from '../../tokens/requested-scope.js';
import { tokenTypeOf } from '../shared.args.js';
import { PasswordArgs } from './password.args.js';

const NAME = 'password';

/** Username and password that a privileged client sends. */
interface CarriedSignIn {
  readonly client: CallerClient;
  readonly identifier: string;
  readonly password: string;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that the tokens are bound to; null: none. */
  readonly thumbprint: Buffer | null;
  readonly deviceId: string | null;
  /** null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly address: string;
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

  exchange({ client, args, thumbprint, address }: TokenRequest<PasswordArgs>): Promise<IssuedTokens> {
    const { username: identifier, password, deviceId = null } = args;
    const tokenType = tokenTypeOf(args);
    const scope = requestedScope(client, args.scope);
    return this.signIn({ client, identifier, password, tokenType, thumbprint, deviceId, scope, address });
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
