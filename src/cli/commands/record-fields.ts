/* eslint-disable max-lines */
import type { RecordField } from '../record-options.js';

/** Generated from the field tables by npm run generate: the options of `hearth`, and what it shows of a record. */
export const CLIENT_FIELDS: readonly RecordField[] = [
  { name: 'clientId', kind: 'text', isRequired: true, shown: 'client id' },
  {
    name: 'clientType',
    kind: 'choice',
    choices: ['confidential', 'public'],
    startsAs: 'confidential',
    isRequired: true,
    shown: 'type',
  },
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'text', help: 'shown to users on the consent page' },
  },
  {
    name: 'homepageUrl',
    kind: 'text',
    isNullable: true,
    shown: 'homepage',
    option: { flag: 'homepage-url', value: 'url', help: 'a web page about the client; "none": not set' },
  },
  {
    name: 'ruleset',
    kind: 'text',
    startsAs: 'WEB',
    isRequired: true,
    shown: 'ruleset',
    option: { flag: 'ruleset', value: 'name', help: 'the calls that it may make' },
  },
  {
    name: 'redirectUrls',
    kind: 'lines',
    shown: 'redirect urls',
    option: { flag: 'redirect-url', value: 'url', help: 'where /authorize returns users to' },
  },
  {
    name: 'allowedOrigins',
    kind: 'lines',
    shown: 'allowed origins',
    option: {
      flag: 'allowed-origin',
      value: 'origin',
      help: 'of pages that may read its answers in a browser',
    },
  },
  {
    name: 'serverNetworks',
    kind: 'lines',
    shown: 'server networks',
    option: { flag: 'server-network', value: 'network', help: 'where its servers call /authorize from' },
  },
  {
    name: 'allowsDeviceAuthorization',
    kind: 'flag',
    shown: 'device authorization',
    option: {
      flag: 'device-authorization',
      help: 'it may show a code on a device, which its user confirms elsewhere',
      helpOff: 'it may not',
    },
  },
  {
    name: 'requirePushedAuthorizationRequests',
    kind: 'flag',
    shown: 'pushed requests only',
    option: {
      flag: 'require-pushed-authorization-requests',
      help: '/authorize takes only what it pushed to /par',
      helpOff: 'it may push, but need not',
    },
  },
  {
    name: 'profile',
    kind: 'choice',
    choices: ['strict', 'interface'],
    startsAs: 'strict',
    shown: 'profile',
    option: {
      flag: 'strict',
      help: 'the profile strict, which refuses what current best practice forbids',
      helpOff: 'the profile interface, which follows the interface document',
      on: 'strict',
      off: 'interface',
    },
  },
  {
    name: 'provisions',
    kind: 'choice',
    isNullable: true,
    choices: ['own', 'all'],
    shown: 'provisions',
    option: {
      flag: 'provisions',
      value: 'which',
      help: 'families and accounts; "none": own if strict, otherwise all',
    },
  },
  {
    name: 'accessLifetimeSeconds',
    kind: 'number',
    isNullable: true,
    shown: 'access lifetime',
    option: {
      flag: 'access-lifetime',
      value: 'seconds',
      help: 'of access tokens; "none": the server’s default',
    },
  },
  {
    name: 'refreshLifetimeSeconds',
    kind: 'number',
    isNullable: true,
    shown: 'refresh lifetime',
    option: {
      flag: 'refresh-lifetime',
      value: 'seconds',
      help: 'of refresh tokens; "none": the server’s default',
    },
  },
  {
    name: 'rotatesRefreshToken',
    kind: 'flag',
    shown: 'rotates refresh token',
    option: {
      flag: 'rotate-refresh-token',
      help: 'each refresh replaces the refresh token; strict and public clients always rotate',
      helpOff: 'the refresh token stays the same; it is useless without the client’s secret',
    },
  },
  {
    name: 'dpopBoundAccessTokens',
    kind: 'flag',
    shown: 'tokens bound to a key',
    option: {
      flag: 'dpop-bound-access-tokens',
      help: 'it gets no tokens but with a DPoP proof',
      helpOff: 'it may send proofs, but need not',
    },
  },
  {
    name: 'requiresDpopNonce',
    kind: 'flag',
    shown: 'nonce in each proof',
    option: {
      flag: 'require-dpop-nonce',
      help: 'its DPoP proofs need a nonce of this server',
      helpOff: 'they need none',
    },
  },
  {
    name: 'idTokenSigningAlg',
    kind: 'choice',
    choices: ['RS256', 'ES256'],
    startsAs: 'RS256',
    shown: 'id_token signature',
    option: { flag: 'id-token-signing-alg', value: 'alg', help: 'RS256 or ES256' },
  },
  {
    name: 'backchannelLogoutUri',
    kind: 'text',
    isNullable: true,
    shown: 'back-channel logout',
    option: {
      flag: 'backchannel-logout-uri',
      value: 'url',
      help: 'where it is told of sign-outs; "none": nowhere',
    },
  },
  {
    name: 'isPrivileged',
    kind: 'flag',
    shown: 'privileged',
    option: {
      flag: 'privileged',
      help: 'may send passwords, validation tokens and assertions',
      helpOff: 'may not',
    },
  },
  {
    name: 'allowsPasswordOfProtectedAccounts',
    kind: 'flag',
    shown: 'password of protected accounts',
    option: {
      flag: 'protected-passwords',
      help: 'may send the own password of accounts with a second factor',
      helpOff: 'needs a device password for them',
    },
  },
  {
    name: 'jwksUrl',
    kind: 'text',
    isNullable: true,
    shown: 'jwks url',
    option: { flag: 'jwks-url', value: 'url', help: 'where it publishes its public keys; "none": not set' },
  },
  {
    name: 'jwks',
    kind: 'json',
    isNullable: true,
    shown: 'jwks',
    option: {
      flag: 'jwks',
      value: 'file',
      help: 'the public keys of its assertions, as JSON; "none": not set',
    },
  },
  {
    name: 'assertionIssuer',
    kind: 'text',
    isNullable: true,
    shown: 'assertion issuer',
    option: {
      flag: 'assertion-issuer',
      value: 'text',
      help: 'the iss of its assertions; "none": its client_id',
    },
  },
  { name: 'isDisabled', kind: 'flag', shown: 'disabled' },
];

export const PROFILE_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'name', help: 'the name of the person' },
  },
  {
    name: 'countryCode',
    kind: 'text',
    isNullable: true,
    shown: 'country',
    option: { flag: 'country', value: 'code', help: 'ISO 3166-1 alpha-2, such as DE; "none": not given' },
  },
  {
    name: 'locale',
    kind: 'text',
    isNullable: true,
    shown: 'language',
    option: { flag: 'language', value: 'code', help: 'ISO 639-1, such as de; "none": not given' },
  },
];

export const ACCOUNT_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'name', help: 'the name of the person' },
  },
  {
    name: 'countryCode',
    kind: 'text',
    isNullable: true,
    shown: 'country',
    option: { flag: 'country', value: 'code', help: 'ISO 3166-1 alpha-2, such as DE; "none": not given' },
  },
  {
    name: 'locale',
    kind: 'text',
    isNullable: true,
    shown: 'language',
    option: { flag: 'language', value: 'code', help: 'ISO 639-1, such as de; "none": not given' },
  },
  { name: 'status', kind: 'choice', choices: ['pending', 'active', 'disabled'], shown: 'status' },
  {
    name: 'role',
    kind: 'choice',
    isNullable: true,
    choices: ['administrator', 'support'],
    shown: 'role',
    option: { flag: 'role', value: 'role', help: 'what it may administer' },
  },
];

export const FAMILY_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'name', help: 'its new name' },
  },
  {
    name: 'premiumType',
    kind: 'enum',
    choices: ['free', 'premium', 'premium-plus'],
    shown: 'premium',
    option: { flag: 'premium', value: 'type', help: 'its premium type' },
  },
];

export const NEW_FAMILY_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'name', help: 'its new name' },
  },
  {
    name: 'premiumType',
    kind: 'enum',
    choices: ['free', 'premium', 'premium-plus'],
    shown: 'premium',
    option: { flag: 'premium', value: 'type', help: 'its premium type' },
  },
  {
    name: 'founder',
    kind: 'text',
    isNullable: true,
    shown: 'founder',
    option: { flag: 'founder', value: 'account', help: 'number or identifier of an existing account' },
  },
];

export const MEMBERSHIP_FIELDS: readonly RecordField[] = [
  {
    name: 'accountType',
    kind: 'enum',
    choices: ['member', 'administrator', 'founder'],
    startsAs: 'member',
    isRequired: true,
    shown: 'as',
    option: { flag: 'as', value: 'type', help: 'its role in the family' },
  },
];

export const FAMILY_INVITATION_FIELDS: readonly RecordField[] = [
  {
    name: 'email',
    kind: 'text',
    isRequired: true,
    shown: 'email',
    option: { flag: 'email', value: 'address', help: 'where the invitation is sent' },
  },
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'name', help: 'of the person' },
  },
  {
    name: 'accountType',
    kind: 'enum',
    choices: ['member', 'administrator', 'founder'],
    startsAs: 'member',
    isRequired: true,
    shown: 'as',
    option: { flag: 'as', value: 'type', help: 'its role in the family' },
  },
  {
    name: 'locale',
    kind: 'text',
    isNullable: true,
    shown: 'language',
    option: { flag: 'locale', value: 'language', help: 'of the invitation, such as de' },
  },
];

export const BRANDING_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    kind: 'text',
    isNullable: true,
    shown: 'name',
    option: { flag: 'name', value: 'text', help: 'name of the product' },
  },
  {
    name: 'accentLight',
    kind: 'text',
    isNullable: true,
    shown: 'accent light',
    option: { flag: 'accent-light', value: 'colour', help: 'accent on light pages, as #1b5799' },
  },
  {
    name: 'accentDark',
    kind: 'text',
    isNullable: true,
    shown: 'accent dark',
    option: { flag: 'accent-dark', value: 'colour', help: 'accent on dark pages, as #8cbcf4' },
  },
  { name: 'logo', kind: 'text', isNullable: true, shown: 'logo' },
  { name: 'logoDark', kind: 'text', isNullable: true, shown: 'logo on dark pages' },
  { name: 'icon', kind: 'text', isNullable: true, shown: 'icon' },
  {
    name: 'senderName',
    kind: 'text',
    isNullable: true,
    shown: 'sender',
    option: { flag: 'sender-name', value: 'text', help: 'sender name of mails' },
  },
  {
    name: 'signature',
    kind: 'text',
    isNullable: true,
    shown: 'signature',
    option: { flag: 'signature', value: 'text', help: 'signature of mails' },
  },
  {
    name: 'termsUrl',
    kind: 'text',
    isNullable: true,
    shown: 'terms',
    option: { flag: 'terms-url', value: 'url', help: 'address of the terms page' },
  },
  {
    name: 'privacyUrl',
    kind: 'text',
    isNullable: true,
    shown: 'privacy',
    option: { flag: 'privacy-url', value: 'url', help: 'address of the privacy page' },
  },
  {
    name: 'supportUrl',
    kind: 'text',
    isNullable: true,
    shown: 'support',
    option: { flag: 'support-url', value: 'url', help: 'address of the support page' },
  },
  {
    name: 'passwordNote',
    kind: 'text',
    isNullable: true,
    shown: 'password note',
    option: { flag: 'password-note', value: 'text', help: 'line under the password field' },
  },
];

export const PROVIDER_FIELDS: readonly RecordField[] = [
  { name: 'id', kind: 'text', isRequired: true, shown: 'id' },
  {
    name: 'name',
    kind: 'text',
    isRequired: true,
    shown: 'name',
    option: { flag: 'name', value: 'text', help: 'as people know it' },
  },
  {
    name: 'issuer',
    kind: 'text',
    isRequired: true,
    shown: 'issuer',
    option: { flag: 'issuer', value: 'url', help: 'exactly as its metadata says' },
  },
  {
    name: 'clientId',
    kind: 'text',
    isRequired: true,
    shown: 'client id',
    option: { flag: 'client-id', value: 'id', help: 'of this server there' },
  },
  {
    name: 'scopes',
    kind: 'lines',
    startsAs: 'profile',
    shown: 'scopes',
    option: { flag: 'scope', value: 'scope', help: 'asked for beside openid' },
  },
  {
    name: 'buttonText',
    kind: 'text',
    isNullable: true,
    shown: 'button text',
    option: { flag: 'button-text', value: 'text', help: 'instead of "Continue with …"' },
  },
  {
    name: 'isEnabled',
    kind: 'flag',
    shown: 'enabled',
    option: { flag: 'enabled', help: 'people can sign in there', helpOff: 'nobody can, connections stay' },
  },
];

export const WEBHOOK_FIELDS: readonly RecordField[] = [
  {
    name: 'url',
    kind: 'text',
    isRequired: true,
    shown: 'address',
    option: { flag: 'address', value: 'url', help: 'where events are sent, by POST' },
  },
  {
    name: 'events',
    kind: 'lines',
    startsAs: '*',
    shown: 'events',
    option: { flag: 'event', value: 'kind', help: 'such as account.*, or *' },
  },
  {
    name: 'description',
    kind: 'text',
    isNullable: true,
    shown: 'description',
    option: { flag: 'description', value: 'text', help: 'for administrators' },
  },
  {
    name: 'isEnabled',
    kind: 'flag',
    shown: 'enabled',
    option: { flag: 'enabled', help: 'it is told events', helpOff: 'it is told nothing' },
  },
];
