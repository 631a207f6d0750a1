// What runs in browsers and in Node alike. Whatever needs a client secret is in `hearth-client/server`.
export { PublicClient, type ArgsOf, type Client, type ClientOptions, type ResultOf } from './client.js';
export { Grant } from './grant.js';
export { MemoryTokens, type Tokens, type TokenStore } from './tokens.js';
export { dpopProof, newDpopKey, type DpopKey, type ProofParts } from './dpop.js';
export type { AuthorizationParameters, AuthorizationRequest, KeptAuthorization } from './code-flow.js';
export type { DeviceAuthorization } from './device.js';
export type { Surroundings } from './transport.js';
export { CallError, HearthError, InvalidCallback, OAuthError, SignInRequired } from './errors.js';
export * from './call-errors.js';
export type * from './calls.js';
