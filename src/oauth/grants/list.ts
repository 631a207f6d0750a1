/* Generated from the folders beside it by npm run generate. */
import { AuthorizationCodeGrant } from './authorization-code/authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials/client-credentials.grant.js';
import { DeviceCodeGrant } from './device-code/device-code.grant.js';
import { JwtBearerGrant } from './jwt-bearer/jwt-bearer.grant.js';
import { PasswordGrant } from './password/password.grant.js';
import { RefreshTokenGrant } from './refresh-token/refresh-token.grant.js';
import { TokenExchangeGrant } from './token-exchange/token-exchange.grant.js';

export const grants = [
  AuthorizationCodeGrant,
  ClientCredentialsGrant,
  DeviceCodeGrant,
  JwtBearerGrant,
  PasswordGrant,
  RefreshTokenGrant,
  TokenExchangeGrant,
];
