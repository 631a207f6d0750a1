/** Every `error` that an OAuth or OpenID endpoint answers, with what it means and what to do, for the documentation. */
export const OAUTH_ERRORS = {
  access_denied: 'The user refused, or an administrator. Ask again only when the user wants it.',
  account_not_linked:
    'No account is connected with the sub of this assertion yet. Let the user open the address in error_uri.',
  authorization_pending: 'The user has not decided yet. Poll again after the interval.',
  consent_required: 'prompt=none, and the user has not allowed this yet. Send the user without prompt=none.',
  expired_token: 'The device_code expired before the user decided. Ask for another one.',
  insufficient_scope: 'The access token does not cover this. Ask the user for the scope that it needs.',
  insufficient_user_authentication:
    'A stronger or newer sign-in is needed. Send the user again with the acr_values and max_age of WWW-Authenticate.',
  invalid_client:
    'The client is unknown or disabled, or its secret, key or assertion is wrong. Check client_id and how the client authenticates.',
  invalid_dpop_proof: 'The DPoP proof is missing or not valid; error_description says which part.',
  invalid_grant:
    'The code, refresh token, password or assertion is wrong, expired, used, or of another client. Let the user sign in again.',
  invalid_request: 'A parameter is missing, repeated or malformed; error_description names it.',
  invalid_scope:
    'The scope names nothing that this client may ask for. Ask for less, or have the client changed.',
  invalid_target:
    'No tokens are issued for this resource or audience. Leave it out, or register the resource.',
  invalid_token:
    'The access token is missing, expired or revoked. Refresh it, or let the user sign in again.',
  login_required:
    'prompt=none, and nobody is signed in, or not recently enough. Send the user without prompt=none.',
  registration_not_supported: 'Leave out the parameter registration.',
  request_not_supported: 'Leave out the parameter request. Push the request to /par instead.',
  request_uri_not_supported: 'Only a request_uri of /par is taken. Push the request there.',
  server_error: 'Something unforeseen happened. Give the operator the X-Request-Id.',
  slow_down:
    'Too many attempts, or a poll that came too early. Wait for Retry-After, or five seconds longer.',
  temporarily_unavailable:
    'The server is busy or its database is away. Repeat the request after Retry-After.',
  unauthorized_client: 'This client may not do this. Have its ruleset or its record changed.',
  unmet_authentication_requirements:
    'The user can sign in in none of the ways that acr_values or claims ask for. Ask for others.',
  unsupported_grant_type: 'The grant_type is not supported. The metadata list those that are.',
  unsupported_response_type: 'Send response_type=code.',
  use_dpop_nonce: 'Repeat the proof with the nonce of the DPoP-Nonce header.',
} as const;

export type OAuthError = keyof typeof OAUTH_ERRORS;
