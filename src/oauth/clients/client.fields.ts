import { isSafe, normalAddress, problemWithAddress } from '../../platform/checks/address.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithOrigin } from './allowed-origins.js';
import {
  problemWithIssuer,
  problemWithJwks,
  problemWithJwksUrl,
  problemWithOutsideUrl,
} from './assertion-keys.js';
import type { Client } from './client.entity.js';
import { problemWithRedirectUrl } from './redirect-url.js';
import { problemWithServerNetwork } from './server-networks.js';

/** A client record as the API has it (§2.3), with its ruleset by name. */
export interface ClientRecord extends Omit<Client, 'id' | 'kind' | 'rulesetId' | 'createdAt' | 'keptBefore'> {
  ruleset: string;
}

const LOGOUT_EXAMPLE = 'https://shop.example/backchannel-logout';
const LONGEST_LIFETIME_S = 2_147_483_647;

/**
 * The fields of the client record. The bodies and answers of the API, the console's form, exports, imports and bootstrap
 * files, `hearth client`, the audit and docs/administer/clients.md are derived from them.
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
    choiceTexts: { confidential: 'Confidential: keeps a secret', public: 'Public: can’t keep a secret' },
    label: 'Type',
    hint: 'A server can keep a secret; an application on a phone, on a computer or in a browser can’t. Can’t be changed later.',
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
    hint: 'A web page about the client, such as https://shop.example. Its name links there on the consent page and in the user’s connected apps. Whoever accepts its invitation is led there.',
    example: 'https://shop.example',
    about:
      'a web page about the client, to which its name links on the consent page and in the user’s connected apps. An accepted invitation, a refused request and a cancelled sign-out lead there too ([D382](decisions.md#d382)). https, or http on loopback ([D194](decisions.md#d194))',
    rule: (text) =>
      problemWithAddress(
        text,
        isSafe,
        'must be an https URL, such as https://shop.example (http on this machine only)',
      ),
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
  redirectUrls: {
    kind: 'lines',
    most: 100,
    rows: 3,
    label: 'Redirect URLs',
    hint: 'Where people return to after signing in, one per line, such as https://shop.example/callback. Absolute, without fragment or wildcard. For a strict client https only, or http on 127.0.0.1, [::1] or localhost for an application on a computer; for fapi2 https only; others may also have com.example.shop://callback.',
    example: ['https://shop.example/callback'],
    about:
      'where `/authorize` returns users to: absolute URLs without fragment, userinfo or wildcard; for a `strict` client https, or http on `127.0.0.1`, `[::1]` or `localhost`; for `fapi2` https. A redirect_uri may add a query to one that has none, but no parameter that Hearth itself adds (`code`, `state`, `iss`, `error` …)',
    rule: problemWithRedirectUrl,
    kept: normalAddress,
    cli: {
      shown: 'redirect urls',
      option: { flag: 'redirect-url', value: 'url', help: 'where /authorize returns users to' },
    },
  },
  allowedOrigins: {
    kind: 'lines',
    most: 100,
    rows: 2,
    label: 'Allowed origins',
    hint: 'For an application in a browser (a public client) whose pages are at another origin than its redirect URLs: one per line, such as https://app.example. The origins of its redirect URLs are allowed already.',
    example: ['https://app.example'],
    about:
      'of a public client: origins (`https://app.example`) of pages that may read its answers in a browser, beside those of its RedirectUrls ([browser applications](sign-people-in/browser-applications.md))',
    rule: problemWithOrigin,
    kept: normalAddress,
    cli: {
      shown: 'allowed origins',
      option: {
        flag: 'allowed-origin',
        value: 'origin',
        help: 'of pages that may read its answers in a browser',
      },
    },
  },
  serverNetworks: {
    kind: 'lines',
    most: 100,
    rows: 2,
    label: 'Server networks',
    hint: 'Only if the client’s servers call /authorize themselves instead of redirecting the browser: the addresses or networks that they call from, one per line, such as 203.0.113.7 or 2001:db8:1::/48. These authorizations count against the client’s budget (CLIENT_AUTHORIZATIONS) instead of the network’s.',
    example: ['203.0.113.7', '2001:db8:1::/48'],
    about:
      'the addresses or networks (`203.0.113.7`, `2001:db8:1::/48`) that its own servers call `/authorize` from, if they do so instead of redirecting the browser: authorizations that begin there count against the client’s [budget](operate/reference.md#what-strangers-can-fill), not the network’s',
    rule: problemWithServerNetwork,
    cli: {
      shown: 'server networks',
      option: { flag: 'server-network', value: 'network', help: 'where its servers call /authorize from' },
    },
  },
  allowsDeviceAuthorization: {
    kind: 'flag',
    label: 'Devices without a keyboard',
    hint: 'For an application on a television, a picture frame or in a terminal: it shows a code, which its user confirms on another device (RFC 8628).',
    about:
      'for televisions, picture frames and terminals: it may show a code, which its user confirms on another device ([devices](sign-people-in/devices.md))',
    cli: {
      shown: 'device authorization',
      option: {
        flag: 'device-authorization',
        help: 'it may show a code on a device, which its user confirms elsewhere',
        helpOff: 'it may not',
      },
    },
  },
  requirePushedAuthorizationRequests: {
    kind: 'flag',
    label: 'Pushed requests only',
    hint: 'It sends its requests to /par first, and /authorize takes no others from it (RFC 9126): nobody can change a request on its way through the browser, or, where it has a secret, begin one in its name. Its ruleset must allow oauth2par. If this is off, pushing is optional.',
    about:
      '`/authorize` takes only what it [pushed](sign-people-in/pushed-requests.md) to `/par` (`require_pushed_authorization_requests` of RFC 9126). Without this it may push, but need not',
    cli: {
      shown: 'pushed requests only',
      option: {
        flag: 'require-pushed-authorization-requests',
        help: '/authorize takes only what it pushed to /par',
        helpOff: 'it may push, but need not',
      },
    },
  },
  profile: {
    kind: 'choice',
    choices: ['strict', 'fapi2', 'interface'],
    choiceTexts: {
      strict: 'Strict: current best practice',
      fapi2: 'FAPI 2.0: keys instead of secrets',
      interface: 'Interface: for older applications',
    },
    label: 'Security profile',
    hint: 'Strict enforces current best practice: no secrets in URLs, no changes by GET, PKCE required, redirects only to the exact redirect URLs. Use it for every new client. FAPI 2.0 also demands pushed requests, tokens bound to a key (DPoP) and a key instead of a secret (private_key_jwt).',
    about:
      '`interface` (default) follows the interface document; `strict` refuses what current best practice forbids; [`fapi2`](#what-fapi2-demands) is the FAPI 2.0 Security Profile. **Use `strict` for every new integration**, `fapi2` where a stolen secret would cost much.',
    startsAs: 'strict',
    cli: {
      shown: 'profile',
      option: {
        flag: 'strict',
        help: 'the profile strict, which refuses what current best practice forbids',
        helpOff: 'the profile interface, which follows the interface document',
        on: 'strict',
        off: 'interface',
        also: {
          flag: 'fapi2',
          help: 'the profile fapi2: pushed requests, bound tokens, a key instead of a secret',
          value: 'fapi2',
        },
      },
    },
  },
  provisions: {
    kind: 'choice',
    choices: ['own', 'all'],
    choiceTexts: {
      '': 'Default (interface: all; other profiles: own only)',
      own: 'Own: only those that it created',
    },
    label: 'Families and accounts it manages',
    hint: 'What its calls for provisioning (prov*) can access. With “own”, others do not exist for it.',
    about:
      'which families and accounts its `prov*` calls can access: `own`, those that it created, or `all`. Not set: `all` for an `interface` client, `own` for others ([how](provision/provisioning.md#a-client-that-is-held-to-its-own))',
    isNullable: true,
    cli: {
      shown: 'provisions',
      option: {
        flag: 'provisions',
        value: 'which',
        help: 'families and accounts; "none": all for an interface client, otherwise own',
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
    hint: 'Each refresh replaces the refresh token, so that a stolen one is noticed and revoked. For clients that store the new one. Strict and public clients always rotate, fapi2 clients never. Otherwise the refresh token stays the same until it expires; it is useless without the client’s secret.',
    about:
      'each refresh replaces the refresh token, so that a stolen one is noticed and revoked ([which and why](sign-people-in/authentication.md#refresh)). Not set: it stays the same until it expires. `strict` and public clients always rotate, `fapi2` clients never',
    cli: {
      shown: 'rotates refresh token',
      option: {
        flag: 'rotate-refresh-token',
        help: 'each refresh replaces the refresh token; strict and public clients always rotate, fapi2 never',
        helpOff: 'the refresh token stays the same; it is useless without the client’s secret',
      },
    },
  },
  dpopBoundAccessTokens: {
    kind: 'flag',
    group: 'tokens',
    label: 'Tokens bound to a key (DPoP)',
    hint: 'It gets tokens only with a DPoP proof (RFC 9449), which binds them to a key of the application: stolen, they are worth nothing. If this is off, proofs are optional.',
    about:
      'it gets no tokens but with a [DPoP proof](sign-people-in/dpop.md), which binds them to its key (`dpop_bound_access_tokens` of RFC 9449). Without this it may send proofs, but need not',
    cli: {
      shown: 'tokens bound to a key',
      option: {
        flag: 'dpop-bound-access-tokens',
        help: 'it gets no tokens but with a DPoP proof',
        helpOff: 'it may send proofs, but need not',
      },
    },
  },
  requiresDpopNonce: {
    kind: 'flag',
    group: 'tokens',
    label: 'Nonce in each DPoP proof',
    hint: 'Its proofs need a nonce of this server, of at most six minutes ago (RFC 9449 §8): nobody can make proofs in advance. Libraries take the nonce from the first refusal by themselves.',
    about:
      'its DPoP proofs need a [nonce](sign-people-in/dpop.md#nonces) of this server, so nobody makes proofs in advance',
    cli: {
      shown: 'nonce in each proof',
      option: {
        flag: 'require-dpop-nonce',
        help: 'its DPoP proofs need a nonce of this server',
        helpOff: 'they need none',
      },
    },
  },
  idTokenSigningAlg: {
    kind: 'choice',
    choices: ['RS256', 'ES256'],
    group: 'openid',
    label: 'Signature of ID tokens (id_token)',
    hint: 'RS256: what libraries expect unless they are told otherwise. ES256: shorter, for a library that is set to it.',
    about:
      'how its [`id_token`s](sign-people-in/third-party.md#openid-connect) are signed: `RS256` (default) is what libraries expect unless they are told otherwise; `ES256` is shorter. Clients from before 0.2.0 have `ES256`',
    startsAs: 'RS256',
    cli: {
      shown: 'id_token signature',
      option: { flag: 'id-token-signing-alg', value: 'alg', help: 'RS256 or ES256' },
    },
  },
  idTokenClaims: {
    kind: 'choice',
    choices: ['scope', 'minimal'],
    choiceTexts: {
      '': 'Default (strict and fapi2: minimal; interface: by scope)',
      scope: 'By scope: name, e-mail address and so on, as /userinfo has them',
      minimal: 'Minimal: only who the user is',
    },
    group: 'openid',
    label: 'Claims in ID tokens',
    hint: 'Many libraries read the user’s name and e-mail address from the ID token. Minimal is for applications that call /userinfo: what they hand on says less.',
    about:
      'what its [`id_token`s](sign-people-in/third-party.md#claims) tell of the user: `scope`, all that the scopes include, or `minimal`, only who it is. Not set: `scope` for the profile `interface`, `minimal` for the others',
    isNullable: true,
    cli: {
      shown: 'id_token claims',
      option: {
        flag: 'id-token-claims',
        value: 'which',
        help: 'scope or minimal; "none": minimal if strict, otherwise scope',
      },
    },
  },
  backchannelLogoutUri: {
    kind: 'text',
    longest: 2048,
    group: 'openid',
    label: 'Back-channel logout address',
    hint: 'Where its server is told that a user signed out: https, reachable on the internet.',
    example: LOGOUT_EXAMPLE,
    about:
      'where its server is [told that a sign-in is over](sign-people-in/third-party.md#back-channel-logout), by a logout token: https, out on the internet',
    rule: (text) => problemWithOutsideUrl(text, LOGOUT_EXAMPLE),
    kept: normalAddress,
    isNullable: true,
    cli: {
      shown: 'back-channel logout',
      option: {
        flag: 'backchannel-logout-uri',
        value: 'url',
        help: 'where it is told of sign-outs; "none": nowhere',
      },
    },
  },
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
      'may send the own password of an account with a second factor, which it goes around; without it such an account needs a [device password](sign-people-in/authentication.md#device-passwords)',
    cli: {
      shown: 'password of protected accounts',
      option: {
        flag: 'protected-passwords',
        help: 'may send the own password of accounts with a second factor',
        helpOff: 'needs a device password for them',
      },
    },
  },
  requiresPrivateKeyJwt: {
    kind: 'flag',
    group: 'keys',
    label: 'Authenticates by its key (private_key_jwt)',
    hint: 'It signs an assertion with its private key each time, instead of sending a secret: Hearth has nothing that can be stolen. Its secrets stop working. Set its public keys below.',
    about:
      'it authenticates by [an assertion that it signs](sign-people-in/authentication.md#by-a-key), never by a secret; its public keys are in `jwks` or at `jwksUrl`. `fapi2` clients always do',
    cli: {
      shown: 'private_key_jwt',
      option: {
        flag: 'private-key-jwt',
        help: 'it authenticates by its key; its secrets stop working',
        helpOff: 'it authenticates by a secret',
      },
    },
  },
  jwksUrl: {
    kind: 'text',
    longest: 2048,
    group: 'keys',
    label: 'Address of its public keys (jwksUrl)',
    hint: true,
    about:
      'where it publishes its public keys, of its own authentication (`requiresPrivateKeyJwt`) and of its [assertions about users](sign-people-in/single-sign-on.md#assertions): an https URL, reachable on the internet',
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
    group: 'keys',
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
        help: 'its public keys, as JSON; "none": not set',
      },
    },
  },
  assertionIssuer: {
    kind: 'text',
    longest: 255,
    group: 'trust',
    label: 'Issuer of its assertions about users (iss)',
    hint: 'The iss of its assertions about users, and the issuer of its ExternalIds. Leave empty for its client_id. Don’t change it later: connections of users depend on it.',
    about:
      'the `iss` of its assertions about users, and the issuer of its ExternalIds; its `clientId` unless set. Clients of one partner share it. Don’t change it later: connections of users depend on it',
    rule: problemWithIssuer,
    isNullable: true,
    cli: {
      shown: 'assertion issuer',
      option: {
        flag: 'assertion-issuer',
        value: 'text',
        help: 'the iss of its assertions about users; "none": its client_id',
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
