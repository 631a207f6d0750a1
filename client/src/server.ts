// What needs a client secret, and so a server of your own.
export { ConfidentialClient, type ConfidentialClientOptions } from './confidential-client.js';
export { WebFlow, type KeptSignIn, type SignInForm } from './web-flow.js';
export * from './hearth-client.js';
