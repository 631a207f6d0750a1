import { normalAddress } from '../../platform/checks/address.js';
import { problemWithOutsideUrl } from './assertion-keys.js';
import type { Fields } from '../../platform/records/field.js';

const EXAMPLE = 'https://shop.example/backchannel-logout';

/** The part of the client record that OpenID Connect reads. */
export const CLIENT_OPENID_FIELDS = {
  idTokenSigningAlg: {
    kind: 'choice',
    choices: ['RS256', 'ES256'],
    group: 'openid',
    label: 'Signature of id_tokens',
    hint: 'RS256: what libraries expect unless they are told otherwise. ES256: shorter, for a library that is set to it.',
    about:
      'how its [`id_token`s](third-party.md#openid-connect) are signed: `RS256` (default) is what libraries expect unless they are told otherwise; `ES256` is shorter. Clients from before 0.2.0 have `ES256`',
    startsAs: 'RS256',
    cli: {
      shown: 'id_token signature',
      option: { flag: 'id-token-signing-alg', value: 'alg', help: 'RS256 or ES256' },
    },
  },
  backchannelLogoutUri: {
    kind: 'text',
    longest: 2048,
    group: 'openid',
    label: 'Back-channel logout address',
    hint: 'Where its server is told that a user signed out: https, reachable on the internet.',
    example: EXAMPLE,
    about:
      'where its server is [told that a sign-in is over](third-party.md#back-channel-logout), by a logout token: https, out on the internet',
    rule: (text: string) => problemWithOutsideUrl(text, EXAMPLE),
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
} as const satisfies Fields;
