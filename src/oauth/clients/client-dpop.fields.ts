import type { Fields } from '../../platform/records/field.js';

/** The part of the client record about tokens that are bound to a key (RFC 9449). */
export const CLIENT_DPOP_FIELDS = {
  dpopBoundAccessTokens: {
    kind: 'flag',
    group: 'tokens',
    label: 'Tokens bound to a key (DPoP)',
    hint: 'It gets tokens only with a DPoP proof (RFC 9449), which binds them to a key of the application: stolen, they are worth nothing. If this is off, proofs are optional.',
    about:
      'it gets no tokens but with a [DPoP proof](dpop.md), which binds them to its key (`dpop_bound_access_tokens` of RFC 9449). Without this it may send proofs, but need not',
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
    about: 'its DPoP proofs need a [nonce](dpop.md#nonces) of this server, so nobody makes proofs in advance',
    cli: {
      shown: 'nonce in each proof',
      option: {
        flag: 'require-dpop-nonce',
        help: 'its DPoP proofs need a nonce of this server',
        helpOff: 'they need none',
      },
    },
  },
} as const satisfies Fields;
