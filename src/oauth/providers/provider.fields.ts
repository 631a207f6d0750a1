import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithOutsideUrl } from '../clients/assertion-keys.js';
import type { IdentityProvider } from './identity-provider.entity.js';

const WELL_KNOWN = '/.well-known/openid-configuration';
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

export type ProviderRecord = Omit<IdentityProvider, 'sealedSecret'>;

/**
 * What can be set of a provider: the administration API, the console's form, `hearth provider`, exports, the audit and
 * docs/sign-people-in/single-sign-on.md are derived from it.
 */
export const PROVIDER_FIELDS = defineFields<ProviderRecord>()({
  id: {
    kind: 'text',
    isRequired: true,
    isFixed: true,
    pattern: {
      regex: /^[a-z][a-z0-9-]{1,39}$/,
      meaning: 'must be 2 to 40 small letters, digits and -, beginning with a letter',
    },
    label: 'Id',
    hint: 'A short word, such as google. It is part of the redirect URI, and can’t be changed.',
    about: 'a short word, part of the redirect URI; can’t be changed',
    example: 'google',
    cli: { shown: 'id' },
  },
  name: {
    kind: 'text',
    isRequired: true,
    longest: 60,
    label: 'Name',
    hint: true,
    about: 'as people know it: the button says "Continue with …" in the language of the page',
    example: 'Google',
    rule: problemWithText,
    cli: { shown: 'name', option: { flag: 'name', value: 'text' } },
  },
  issuer: {
    kind: 'text',
    isRequired: true,
    isFixed: true,
    longest: 500,
    label: 'Issuer',
    hint: 'Exactly as its metadata says. Hearth reads /.well-known/openid-configuration there. It can’t be changed: connected accounts belong to it.',
    about:
      'its issuer, exactly as its metadata says, which Hearth reads at `/.well-known/openid-configuration` below it; the ExternalIds of accounts have it, so it can’t be changed',
    example: 'https://accounts.google.com',
    rule: problemWithIssuer,
    kept: (sent) => sent.trim(),
    cli: { shown: 'issuer', option: { flag: 'issuer', value: 'url', help: 'exactly as its metadata says' } },
  },
  clientId: {
    kind: 'text',
    isRequired: true,
    longest: 255,
    label: 'Client id',
    hint: true,
    about: 'what this server is called there (`client_id`)',
    example: 'hearth',
    rule: problemWithText,
    cli: { shown: 'client id', option: { flag: 'client-id', value: 'id' } },
  },
  scopes: {
    kind: 'lines',
    most: 20,
    rows: 3,
    startsAs: 'profile',
    label: 'Scopes',
    hint: 'Asked for beside openid, one on each line, such as profile.',
    about:
      'asked for beside `openid`, which always is; only names in the id_token are used, so `profile` at most',
    rule: (scope) => (SCOPE.test(scope) ? null : 'must be a scope: up to 100 characters without a space'),
    cli: { shown: 'scopes', option: { flag: 'scope', value: 'scope', help: 'asked for beside openid' } },
  },
  buttonText: {
    kind: 'text',
    isNullable: true,
    longest: 60,
    label: 'Text of the button',
    hint: true,
    about: 'instead of "Continue with …"; the same in every language',
    rule: problemWithText,
    cli: {
      shown: 'button text',
      option: { flag: 'button-text', value: 'text' },
    },
  },
  isEnabled: {
    kind: 'flag',
    isOffForm: true,
    label: 'Offered',
    about: 'whether people can sign in there; connections stay while it is off',
    cli: {
      shown: 'enabled',
      option: { flag: 'enabled', help: 'people can sign in there', helpOff: 'nobody can, connections stay' },
    },
  },
});

/**
 * https, or plain http to this machine itself, as for public keys; its host's address is checked when it is called. It is
 * compared with what the provider says, so it is kept to the letter.
 */
function problemWithIssuer(text: string): string | null {
  if (text.endsWith(WELL_KNOWN)) return `must be what comes before ${WELL_KNOWN}`;
  const problem = problemWithOutsideUrl(text, 'https://accounts.example.com');
  return problem ?? (new URL(text).search === '' ? null : 'must not have a query (?…)');
}
