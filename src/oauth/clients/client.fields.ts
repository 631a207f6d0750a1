import { normalAddress } from '../../platform/checks/address.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithIssuer, problemWithJwks, problemWithJwksUrl } from './assertion-keys.js';
import { CLIENT_ADDRESS_FIELDS } from './client-address.fields.js';
import { CLIENT_DPOP_FIELDS } from './client-dpop.fields.js';
import { CLIENT_OPENID_FIELDS } from './client-openid.fields.js';
import type { Client } from './client.entity.js';
import { problemWithHomepageUrl } from './homepage-url.js';

/** A client record as the API has it (§2.3), with its ruleset by name. */
export interface ClientRecord extends Omit<Client, 'id' | 'rulesetId' | 'createdAt' | 'keptBefore'> {
  ruleset: string;
}

const LONGEST_LIFETIME_S = 2_147_483_647;

/**
 * The fields of the client record. The bodies and answers of the API, the console's form, exports, imports and bootstrap
 * files, `hearth client`, the audit and docs/clients.md are derived from them.
 */
export const CLIENT_FIELDS = defineFields<ClientRecord>()({
  clientId: {
    kind: 'text',
    label: 'Client id',
    hint: 'Such as shop or shop-staging: printable ASCII without spaces and colons. Can’t be changed later.',
    example: 'shop',
    about: 'identifies the client in requests. Can’t be changed later',
    pattern: {
      regex: /^(?!\.{1,2}$)[!-9;-~]{1,255}$/,
      meaning: 'must be 1 to 255 printable ASCII characters without spaces and colons',
    },
    isRequired: true,
    isFixed: true,
    cli: { shown: 'client id' },
  },
  clientType: {
    kind: 'choice',
    choices: ['confidential', 'public'],
    label: 'Type',
    hint: 'Confidential: a server, which can keep a secret. Public: an application on a phone, on a computer or in a browser, which can’t. Can’t be changed later.',
    about:
      '`confidential`, or `public` for an application that can’t keep a secret: it identifies itself by `client_id` alone at `/token`. Can’t be changed later',
    startsAs: 'confidential',
    isRequired: true,
    isFixed: true,
    cli: { shown: 'type' },
  },
  name: {
    kind: 'text',
    longest: 255,
    label: 'Name',
    hint: true,
    example: 'Shop',
    about: 'shown to users on the consent page',
    rule: problemWithText,
    isRequired: true,
    cli: {
      shown: 'name',
      option: { flag: 'name', value: 'text' },
    },
  },
  homepageUrl: {
    kind: 'text',
    longest: 2048,
    label: 'Homepage',
    hint: 'A web page about the client, such as https://shop.example. Its name links there on the consent page and in the user’s connected apps.',
    example: 'https://shop.example',
    about:
      'a web page about the client, to which its name links on the consent page and in the user’s connected apps. https, or http on loopback ([D194](decisions.md#d194))',
    rule: problemWithHomepageUrl,
    kept: normalAddress,
    isNullable: true,
    cli: {
      shown: 'homepage',
      option: { flag: 'homepage-url', value: 'url', help: 'a web page about the client; "none": not set' },
    },
  },
  ruleset: {
    kind: 'text',
    longest: 100,
    label: 'Ruleset',
    hint: 'The calls that the client may make. WEB is for applications that act for a signed-in user.',
    example: 'WEB',
    about: '[which calls](#rulesets) it may make',
    startsAs: 'WEB',
    isRequired: true,
    cli: { shown: 'ruleset', option: { flag: 'ruleset', value: 'name' } },
  },
  ...CLIENT_ADDRESS_FIELDS,
  profile: {
    kind: 'choice',
    choices: ['strict', 'interface'],
    choiceTexts: { interface: 'interface: follows the interface document' },
    label: 'Profile',
    hint: 'Strict enforces current best practice: no secrets in URLs, no changes by GET, PKCE required, redirect_uri must match a RedirectUrl exactly. Use it for every new client.',
    about:
      '`interface` (default) follows the interface document; `strict` refuses what current best practice forbids. **Use `strict` for every new integration.**',
    startsAs: 'strict',
    cli: {
      shown: 'profile',
      option: {
        flag: 'strict',
        help: 'the profile strict, which refuses what current best practice forbids',
        helpOff: 'the profile interface, which follows the interface document',
        on: 'strict',
        off: 'interface',
      },
    },
  },
  provisions: {
    kind: 'choice',
    choices: ['own', 'all'],
    choiceTexts: { '': 'default of the profile: own if strict, otherwise all' },
    label: 'Provisions',
    hint: 'Which families and accounts its prov* calls can access. Own: only those that it created; to this client, others do not exist.',
    about:
      'which families and accounts its `prov*` calls can access: `own`, those that it created, or `all`. Not set: `own` for a strict client, `all` for others ([how](provisioning.md#a-client-that-is-held-to-its-own))',
    isNullable: true,
    cli: {
      shown: 'provisions',
      option: {
        flag: 'provisions',
        value: 'which',
        help: 'families and accounts; "none": own if strict, otherwise all',
      },
    },
  },
  accessLifetimeSeconds: {
    kind: 'number',
    least: 1,
    most: LONGEST_LIFETIME_S,
    group: 'tokens',
    label: 'Access token lifetime (seconds)',
    hint: 'Leave empty for the server’s default.',
    about: 'lifetime of its access tokens in seconds, instead of the server’s default',
    isNullable: true,
    cli: {
      shown: 'access lifetime',
      option: {
        flag: 'access-lifetime',
        value: 'seconds',
        help: 'of access tokens; "none": the server’s default',
      },
    },
  },
  refreshLifetimeSeconds: {
    kind: 'number',
    least: 1,
    most: LONGEST_LIFETIME_S,
    group: 'tokens',
    label: 'Refresh token lifetime (seconds)',
    hint: 'How long a user can be inactive before having to sign in again. Leave empty for the server’s default.',
    about: 'lifetime of its refresh tokens in seconds, likewise',
    isNullable: true,
    cli: {
      shown: 'refresh lifetime',
      option: {
        flag: 'refresh-lifetime',
        value: 'seconds',
        help: 'of refresh tokens; "none": the server’s default',
      },
    },
  },
  rotatesRefreshToken: {
    kind: 'flag',
    group: 'tokens',
    label: 'Rotate the refresh token',
    hint: 'Each refresh replaces the refresh token, so that a stolen one is noticed and revoked. For clients that store the new one. Strict and public clients always rotate. Otherwise the refresh token stays the same until it expires; it is useless without the client’s secret.',
    about:
      'each refresh replaces the refresh token, so that a stolen one is noticed and revoked ([which and why](authentication.md#refresh)). Not set: it stays the same until it expires. `strict` and public clients always rotate',
    cli: {
      shown: 'rotates refresh token',
      option: {
        flag: 'rotate-refresh-token',
        help: 'each refresh replaces the refresh token; strict and public clients always rotate',
        helpOff: 'the refresh token stays the same; it is useless without the client’s secret',
      },
    },
  },
  ...CLIENT_DPOP_FIELDS,
  ...CLIENT_OPENID_FIELDS,
  isPrivileged: {
    kind: 'flag',
    group: 'trust',
    label: 'Privileged',
    hint: 'May send users’ passwords, validation tokens and assertions, and use the administration if its ruleset allows it. For your own applications only, never for a third party.',
    about: 'may send a user’s password, a validation token or an assertion',
    interfaceName: 'isOAuth2PasswordBasedAuthorized',
    cli: {
      shown: 'privileged',
      option: {
        flag: 'privileged',
        help: 'may send passwords, validation tokens and assertions',
        helpOff: 'may not',
      },
    },
  },
  allowsPasswordOfProtectedAccounts: {
    kind: 'flag',
    group: 'trust',
    label: 'May send the password of protected accounts',
    hint: 'For an account with a second factor, an application can only send a device password, which its user makes for it. Allow the account’s own password only for an application that can’t do without: it goes around the second factor.',
    about:
      'may send the own password of an account with a second factor, which it goes around; without it such an account needs a [device password](authentication.md#device-passwords)',
    cli: {
      shown: 'password of protected accounts',
      option: {
        flag: 'protected-passwords',
        help: 'may send the own password of accounts with a second factor',
        helpOff: 'needs a device password for them',
      },
    },
  },
  jwksUrl: {
    kind: 'text',
    longest: 2048,
    group: 'trust',
    label: 'Public key URL (jwksUrl)',
    hint: true,
    about:
      'where it publishes the public keys of its [assertions](single-sign-on.md#assertions): an https URL, reachable on the internet',
    rule: problemWithJwksUrl,
    kept: normalAddress,
    isNullable: true,
    cli: {
      shown: 'jwks url',
      option: { flag: 'jwks-url', value: 'url', help: 'where it publishes its public keys; "none": not set' },
    },
  },
  jwks: {
    kind: 'json',
    form: 'a JSON Web Key Set: {"keys": [{…}]}',
    rows: 4,
    group: 'trust',
    label: 'Public keys (jwks)',
    hint: 'Instead of the URL: {"keys": [{…}]} (RFC 7517), without private parts.',
    about: 'the keys themselves (RFC 7517), instead of their URL',
    rule: problemWithJwks,
    isNullable: true,
    cli: {
      shown: 'jwks',
      option: {
        flag: 'jwks',
        value: 'file',
        help: 'the public keys of its assertions, as JSON; "none": not set',
      },
    },
  },
  assertionIssuer: {
    kind: 'text',
    longest: 255,
    group: 'trust',
    label: 'Assertion issuer',
    hint: 'The iss of its assertions, and the issuer of its ExternalIds. Leave empty for its client_id. Don’t change it later: connections of users depend on it.',
    about:
      'the `iss` of its assertions, and the issuer of its ExternalIds; its `clientId` unless set. Clients of one partner share it. Don’t change it later: connections of users depend on it',
    rule: problemWithIssuer,
    isNullable: true,
    cli: {
      shown: 'assertion issuer',
      option: {
        flag: 'assertion-issuer',
        value: 'text',
        help: 'the iss of its assertions; "none": its client_id',
      },
    },
  },
  isDisabled: {
    kind: 'flag',
    label: 'Disabled',
    about: 'its secrets and tokens stop working at once; nothing is deleted',
    isOffForm: true,
    cli: { shown: 'disabled' },
  },
});
