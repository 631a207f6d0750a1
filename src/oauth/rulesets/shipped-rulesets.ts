/** In force for a request without client authentication (D37). */
export const NOAUTHENT = 'NOAUTHENT';
/** In force for an account signed in by log2in without client authentication (§3.1). */
export const LEGACY = 'LEGACY';
/** In force for applications that nobody registered (D429). */
export const UNREGISTERED = 'UNREGISTERED';

/** The rulesets that exist from the first start (D35). Administrators may edit them. */
export const SHIPPED_RULESETS: readonly { name: string; description: string; rules: readonly string[] }[] = [
  {
    name: NOAUTHENT,
    description: 'What anybody may call without client authentication.',
    rules: ['log2in', 'log2out', 'accping', 'sysversion', 'webgeneratestatesecret', 'weblogin'],
  },
  {
    name: LEGACY,
    description: 'Sessions opened by log2in, without client authentication. To be phased out.',
    rules: ['log2*', 'acc*'],
  },
  {
    name: 'WEB',
    description: 'Applications that act for the user who signed in.',
    rules: ['log2*', 'acc*', 'web*', 'oauth2*'],
  },
  {
    name: 'FAMILIES',
    description: "The operator's own applications, in which people run their families too.",
    rules: ['log2*', 'acc*', 'fam*', 'web*', 'oauth2*'],
  },
  {
    name: 'PROVISIONING',
    description: "Partners' back ends that provision families and accounts.",
    rules: ['prov*', 'oauth2token', 'oauth2revoke'],
  },
  {
    name: 'ADMINISTRATION',
    description: 'The administration API, for privileged clients only.',
    rules: ['admin*', 'oauth2token', 'oauth2revoke'],
  },
  {
    name: UNREGISTERED,
    description:
      'Applications that nobody registered: who signed in, as far as they allow it, and nothing else.',
    rules: ['oauth2authorize', 'oauth2par', 'oauth2token', 'oauth2revoke', 'oauth2userinfo'],
  },
];
