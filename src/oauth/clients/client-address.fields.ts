import { normalAddress } from '../../platform/checks/address.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithOrigin } from './allowed-origins.js';
import type { Client } from './client.entity.js';
import { problemWithRedirectUrl } from './redirect-url.js';
import { problemWithServerNetwork } from './server-networks.js';

/** Where a client is: where its users come back to, where its pages are, where its servers call from; on which devices. */
export const CLIENT_ADDRESS_FIELDS = defineFields<
  Pick<
    Client,
    | 'redirectUrls'
    | 'allowedOrigins'
    | 'serverNetworks'
    | 'allowsDeviceAuthorization'
    | 'requirePushedAuthorizationRequests'
  >
>()({
  redirectUrls: {
    kind: 'lines',
    most: 100,
    rows: 3,
    label: 'RedirectUrls',
    hint: 'Where /authorize returns users to, one URL per line, such as https://shop.example/callback. Absolute, without fragment or wildcard. For a strict client https only, or http on 127.0.0.1, [::1] or localhost for an application on a computer; others may also have com.example.shop://callback. Leave empty if the client does not use /authorize.',
    example: ['https://shop.example/callback'],
    about:
      'where `/authorize` returns users to: absolute URLs without fragment, userinfo or wildcard; for a `strict` client https, or http on `127.0.0.1`, `[::1]` or `localhost`. A redirect_uri may add a query to one that has none, but no parameter that Hearth itself adds (`code`, `state`, `iss`, `error` …)',
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
    hint: 'For an application in a browser (a public client) whose pages are at another origin than its RedirectUrls: one per line, such as https://app.example. The origins of its RedirectUrls are allowed already.',
    example: ['https://app.example'],
    about:
      'of a public client: origins (`https://app.example`) of pages that may read its answers in a browser, beside those of its RedirectUrls ([browser applications](browser-applications.md))',
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
      'the addresses or networks (`203.0.113.7`, `2001:db8:1::/48`) that its own servers call `/authorize` from, if they do so instead of redirecting the browser: authorizations that begin there count against the client’s [budget](operations.md#what-strangers-can-fill), not the network’s',
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
      'for televisions, picture frames and terminals: it may show a code, which its user confirms on another device ([devices](devices.md))',
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
      '`/authorize` takes only what it [pushed](pushed-requests.md) to `/par` (`require_pushed_authorization_requests` of RFC 9126). Without this it may push, but need not',
    cli: {
      shown: 'pushed requests only',
      option: {
        flag: 'require-pushed-authorization-requests',
        help: '/authorize takes only what it pushed to /par',
        helpOff: 'it may push, but need not',
      },
    },
  },
});
