import type { RecordField } from '../record-options.js';

/** Made from the field table of clients by npm run generate: what `hearth client` takes and shows. */
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
    option: { flag: 'name', value: 'text', help: 'what users read when they are asked to allow it' },
  },
  {
    name: 'ruleset',
    kind: 'text',
    startsAs: 'WEB',
    isRequired: true,
    shown: 'ruleset',
    option: { flag: 'ruleset', value: 'name', help: 'which calls it may make' },
  },
  {
    name: 'redirectUrls',
    kind: 'lines',
    shown: 'redirect urls',
    option: { flag: 'redirect-url', value: 'url', help: 'where users come back to' },
  },
  {
    name: 'serverNetworks',
    kind: 'lines',
    shown: 'server networks',
    option: { flag: 'server-network', value: 'network', help: 'where its servers call /authorize from' },
  },
  {
    name: 'profile',
    kind: 'choice',
    choices: ['strict', 'interface'],
    startsAs: 'strict',
    shown: 'profile',
    option: {
      flag: 'strict',
      help: 'its profile: strict refuses what today’s practice forbids',
      helpOff: 'its profile: interface, as the interface document says',
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
      help: 'families and accounts; "none": own if strict, else all',
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
      help: 'of access tokens; "none": as the settings say',
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
      help: 'of refresh tokens; "none": as the settings say',
    },
  },
  {
    name: 'keepsRefreshToken',
    kind: 'flag',
    shown: 'keeps refresh token',
    option: {
      flag: 'keep-refresh-token',
      help: 'a refresh does not replace its refresh token',
      helpOff: 'it does',
    },
  },
  {
    name: 'isPrivileged',
    kind: 'flag',
    shown: 'privileged',
    option: {
      flag: 'privileged',
      help: 'it may carry passwords, validation tokens and assertions',
      helpOff: 'it may not',
    },
  },
  {
    name: 'jwksUrl',
    kind: 'text',
    isNullable: true,
    shown: 'jwks url',
    option: { flag: 'jwks-url', value: 'url', help: 'where it publishes them; "none": nowhere' },
  },
  {
    name: 'jwks',
    kind: 'json',
    isNullable: true,
    shown: 'jwks',
    option: {
      flag: 'jwks',
      value: 'file',
      help: 'the public keys of its assertions, as JSON; "none": it has none',
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
      help: 'the iss of its assertions; "none": its client id',
    },
  },
  { name: 'isDisabled', kind: 'flag', shown: 'disabled' },
];
