import { PRINTABLE } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithIssuer, problemWithJwks, problemWithJwksUrl } from './assertion-keys.js';
import type { Client } from './client.entity.js';
import { problemWithHomepageUrl } from './homepage-url.js';
import { problemWithRedirectUrl } from './redirect-url.js';
import { problemWithServerNetwork } from './server-networks.js';

/** A client record as it is spoken of outside (§2.3): its ruleset by name. */
export interface ClientRecord extends Omit<Client, 'id' | 'rulesetId' | 'createdAt'> {
  ruleset: string;
}

const LONGEST_LIFETIME_S = 2_147_483_647;

/**
 * The client record, field by field: what the API takes and answers, the console's form, exports, imports and
 * bootstrap files, `hearth client`, the audit and docs/clients.md follow from it.
 */
export const CLIENT_FIELDS = defineFields<ClientRecord>()({
  clientId: {
    kind: 'text',
    label: 'Client id',
    hint: 'Its name on the wire: shop, shop-staging. Printable ASCII without spaces and colons. It can’t be changed later.',
    description: 'Printable ASCII without spaces and colons. It stays.',
    example: 'shop',
    docs: 'its name on the wire. It stays',
    pattern: {
      regex: /^(?!\.{1,2}$)[!-9;-~]{1,255}$/,
      meaning: 'is 1 to 255 printable ASCII characters without spaces and colons',
    },
    isRequired: true,
    isFixed: true,
    cli: { shown: 'client id' },
  },
  clientType: {
    kind: 'choice',
    choices: ['confidential', 'public'],
    label: 'Type',
    hint: 'Confidential: a server that can keep a secret; a page in a browser calls through its server, since there is no CORS. Public: an application on a phone or computer, which can’t keep one. It can’t be changed later.',
    description: 'public: an application that can’t keep a secret. It stays.',
    docs: '`confidential`, or `public` for an application that can’t keep a secret: it names itself by `client_id` on `/token`. It stays',
    startsAs: 'confidential',
    isRequired: true,
    isFixed: true,
    cli: { shown: 'type' },
  },
  name: {
    kind: 'text',
    longest: 255,
    label: 'Name',
    hint: 'What users read when they are asked to allow it.',
    description: 'Users read it when they are asked to allow it.',
    example: 'Shop',
    docs: 'what users read when they are asked to allow it',
    rule: (text) => (PRINTABLE.regex.test(text) ? null : `must be ${PRINTABLE.meaning}`),
    isRequired: true,
    cli: {
      shown: 'name',
      option: { flag: 'name', value: 'text', help: 'what users read when they are asked to allow it' },
    },
  },
  homepageUrl: {
    kind: 'text',
    longest: 2048,
    label: 'Homepage',
    hint: 'Where users can read about it, such as https://shop.example: its name leads there when they are asked to allow it, and in their connected apps.',
    description: 'Where users can read about it; its name leads there. https, or http on loopback.',
    example: 'https://shop.example',
    docs: 'where users can read about it: its name leads there when they are asked to allow it, and in their connected apps. https, or http on loopback',
    rule: problemWithHomepageUrl,
    isNullable: true,
    cli: {
      shown: 'homepage',
      option: { flag: 'homepage-url', value: 'url', help: 'where users can read about it; "none": nowhere' },
    },
  },
  ruleset: {
    kind: 'text',
    longest: 100,
    label: 'Ruleset',
    hint: 'Which calls it may make. WEB: for applications that act for the user who signed in.',
    description: 'Which calls it may make.',
    example: 'WEB',
    docs: '[which calls](#rulesets) it may make',
    startsAs: 'WEB',
    isRequired: true,
    cli: { shown: 'ruleset', option: { flag: 'ruleset', value: 'name', help: 'which calls it may make' } },
  },
  redirectUrls: {
    kind: 'lines',
    most: 100,
    rows: 3,
    label: 'RedirectUrls',
    hint: 'Where users come back to after /authorize, one address a line: https://shop.example/callback. Absolute, without fragment or wildcard; an application on a phone may have com.example.shop://callback. Empty: it sends no users to /authorize.',
    description: 'Where users come back to after /authorize.',
    example: ['https://shop.example/callback'],
    docs: 'absolute URLs without fragment, userinfo or wildcard. A redirect_uri may add a query to one that has none, but no name that Hearth answers with (`code`, `state`, `iss`, `error` …)',
    rule: problemWithRedirectUrl,
    cli: {
      shown: 'redirect urls',
      option: { flag: 'redirect-url', value: 'url', help: 'where users come back to' },
    },
  },
  serverNetworks: {
    kind: 'lines',
    most: 100,
    rows: 2,
    label: 'Networks of its servers',
    hint: 'Only if its server calls /authorize itself, instead of sending the browser there: the addresses or networks it calls from, one a line: 203.0.113.7 or 2001:db8:1::/48. What it begins there counts as its own (CLIENT_AUTHORIZATIONS), not as one network’s.',
    description:
      'Where its servers call /authorize from; that then counts as its own, not as that network’s.',
    example: ['203.0.113.7', '2001:db8:1::/48'],
    docs: 'the addresses or networks (`203.0.113.7`, `2001:db8:1::/48`) that its own servers call `/authorize` from, if they do so instead of sending the browser there: what begins there is on the client’s [budget](operations.md#what-strangers-can-fill), not on that network’s',
    rule: problemWithServerNetwork,
    cli: {
      shown: 'server networks',
      option: { flag: 'server-network', value: 'network', help: 'where its servers call /authorize from' },
    },
  },
  profile: {
    kind: 'choice',
    choices: ['strict', 'interface'],
    choiceTexts: { interface: 'interface: as the interface document says' },
    label: 'Profile',
    hint: 'Strict refuses what today’s practice forbids: secrets in addresses, changes by GET, codes without PKCE, a redirect_uri that only begins with a RedirectUrl. Use it for everything new.',
    description: 'strict refuses what today’s practice forbids (D68).',
    docs: '`interface` (default) behaves as the interface document says; `strict` refuses what today’s practice forbids. **Use `strict` for every new integration.**',
    startsAs: 'strict',
    cli: {
      shown: 'profile',
      option: {
        flag: 'strict',
        help: 'its profile: strict refuses what today’s practice forbids',
        helpOff: 'its profile: interface, as the interface document says',
        on: 'strict',
        off: 'interface',
      },
    },
  },
  provisions: {
    kind: 'choice',
    choices: ['own', 'all'],
    choiceTexts: { '': 'as the profile has it: own if strict, else all' },
    label: 'Provisions',
    hint: 'Which families and accounts its prov* calls reach. Own: those that it created; all others are as if they did not exist.',
    description:
      'Which families and accounts it provisions: all, or its own, which are those that it created. null: own if strict, else all.',
    docs: 'which families and accounts its `prov*` calls reach: `own`, those that it created, or `all`. Not set: `own` for a strict client, `all` for others ([how](provisioning.md#a-client-that-is-held-to-its-own))',
    isNullable: true,
    cli: {
      shown: 'provisions',
      option: {
        flag: 'provisions',
        value: 'which',
        help: 'families and accounts; "none": own if strict, else all',
      },
    },
  },
  accessLifetimeSeconds: {
    kind: 'number',
    least: 1,
    most: LONGEST_LIFETIME_S,
    group: 'tokens',
    label: 'Access token, in seconds',
    hint: 'Empty: as the server’s settings say.',
    description: 'Seconds; null: as the settings say.',
    docs: 'how long its access tokens live, in seconds, instead of what the settings say',
    oldName: 'accessTokenTtl',
    isNullable: true,
    cli: {
      shown: 'access lifetime',
      option: {
        flag: 'access-lifetime',
        value: 'seconds',
        help: 'of access tokens; "none": as the settings say',
      },
    },
  },
  refreshLifetimeSeconds: {
    kind: 'number',
    least: 1,
    most: LONGEST_LIFETIME_S,
    group: 'tokens',
    label: 'Refresh token, in seconds',
    hint: 'How long the user may stay away before signing in again. Empty: as the settings say.',
    description: 'Seconds; null: as the settings say.',
    docs: 'the same of its refresh tokens',
    oldName: 'refreshTokenTtl',
    isNullable: true,
    cli: {
      shown: 'refresh lifetime',
      option: {
        flag: 'refresh-lifetime',
        value: 'seconds',
        help: 'of refresh tokens; "none": as the settings say',
      },
    },
  },
  keepsRefreshToken: {
    kind: 'flag',
    group: 'tokens',
    label: 'Keeps its refresh token',
    hint: 'For legacy callers that don’t store the new one; a stolen one is then never noticed. A strict client gets a new one all the same.',
    description: 'A refresh does not replace its refresh token.',
    docs: 'the refresh token is not replaced at each use, for legacy callers that don’t store the new one',
    oldName: 'keepRefreshToken',
    cli: {
      shown: 'keeps refresh token',
      option: {
        flag: 'keep-refresh-token',
        help: 'a refresh does not replace its refresh token',
        helpOff: 'it does',
      },
    },
  },
  isPrivileged: {
    kind: 'flag',
    group: 'trust',
    label: 'Privileged',
    hint: 'It may send users’ passwords, validation tokens and assertions, and administer if its ruleset says so. For the service’s own applications; never for a third party.',
    description: 'It may carry a user’s password, a validation token or an assertion.',
    docs: 'it may carry a user’s password, a validation token or an assertion',
    oldName: 'isOAuth2PasswordBasedAuthorized',
    interfaceName: 'isOAuth2PasswordBasedAuthorized',
    cli: {
      shown: 'privileged',
      option: {
        flag: 'privileged',
        help: 'it may carry passwords, validation tokens and assertions',
        helpOff: 'it may not',
      },
    },
  },
  jwksUrl: {
    kind: 'text',
    longest: 2048,
    group: 'trust',
    label: 'Address of its public keys (jwksUrl)',
    hint: 'Where a partner publishes the keys that sign its assertions: https, out on the internet.',
    description: 'Where these keys are published instead.',
    docs: 'where it publishes the public keys that sign its [assertions](single-sign-on.md#assertions): https, out on the internet',
    rule: problemWithJwksUrl,
    isNullable: true,
    cli: {
      shown: 'jwks url',
      option: { flag: 'jwks-url', value: 'url', help: 'where it publishes them; "none": nowhere' },
    },
  },
  jwks: {
    kind: 'json',
    form: 'a JSON Web Key Set: {"keys": [{…}]}',
    rows: 4,
    group: 'trust',
    label: 'Its public keys themselves (jwks)',
    hint: 'Instead of the address: {"keys": [{…}]} (RFC 7517), without private halves.',
    description: 'Public keys of its assertions (RFC 7517).',
    docs: 'these keys themselves (RFC 7517), instead of their address',
    rule: problemWithJwks,
    isNullable: true,
    cli: {
      shown: 'jwks',
      option: {
        flag: 'jwks',
        value: 'file',
        help: 'the public keys of its assertions, as JSON; "none": it has none',
      },
    },
  },
  assertionIssuer: {
    kind: 'text',
    longest: 255,
    group: 'trust',
    label: 'Issuer of its assertions',
    hint: 'The iss that they name, and whose ExternalIds it speaks of. Empty: its client_id. Links that users made hang on it: don’t change it.',
    description: 'The iss of its assertions, and whose ExternalIds it speaks of; null: its client_id.',
    docs: 'the `iss` of its assertions, and whose ExternalIds it speaks of; its `clientId` unless set. Clients of one partner share it. It names links that were made: don’t change it',
    rule: problemWithIssuer,
    isNullable: true,
    cli: {
      shown: 'assertion issuer',
      option: {
        flag: 'assertion-issuer',
        value: 'text',
        help: 'the iss of its assertions; "none": its client id',
      },
    },
  },
  isDisabled: {
    kind: 'flag',
    label: 'Disabled',
    description: 'Its credentials and tokens are refused at once.',
    docs: 'its secrets and tokens are refused at once; everything is kept',
    isOffForm: true,
    cli: { shown: 'disabled' },
  },
});
