import { AuthorizationCodeGrant } from './authorization-code/authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials/client-credentials.grant.js';
import { DeviceCodeGrant } from './device-code/device-code.grant.js';
import { grantDeclarationOf } from './grant-type.js';
import { JwtBearerGrant } from './jwt-bearer/jwt-bearer.grant.js';
import { PasswordGrant } from './password/password.grant.js';
import { RefreshTokenGrant } from './refresh-token/refresh-token.grant.js';
import { TokenExchangeGrant } from './token-exchange/token-exchange.grant.js';

/** All grant types, one folder for each (D62). */
export const GRANT_TYPES = [
  AuthorizationCodeGrant,
  RefreshTokenGrant,
  PasswordGrant,
  ClientCredentialsGrant,
  TokenExchangeGrant,
  JwtBearerGrant,
  DeviceCodeGrant,
];

export const GRANT_DECLARATIONS = GRANT_TYPES.map(grantDeclarationOf);
export const GRANT_NAMES = GRANT_DECLARATIONS.map(({ name }) => name);
