import type { Entry } from './entry.js';

const ROLES = { administrator: 'an administrator', support: 'support or an administrator' } as const;

const OF_CALLS = {
  required:
    'For the account that is calling: an access token of a user, as Bearer, DPoP or MAC, or the `JSESSIONID` cookie of a session.',
  none: 'A client: `client_id` and `client_secret`, as a Basic header or parameters, or an access token. Without a client the ruleset `NOAUTHENT` decides.',
  refused:
    'The client itself: `client_id` and `client_secret`, or an access token that it got by `client_credentials`. A token of a user is refused.',
} as const;

/** One or two sentences: who may call it, and with what. */
export function whoMayCall({ id, path, described }: Entry): string {
  const { security = [], 'x-role': role, 'x-account': account } = described;
  if (account) return `${OF_CALLS[account]} The client’s ruleset has to allow \`${id}\`.`;
  if (role)
    return `Who administers: an access token whose ruleset allows \`${id}\`, or the session of ${ROLES[role]} (\`POST /admin/api/session\`).`;
  if (security.length === 0 || path.startsWith('/.well-known')) return 'Anybody.';
  const takes = (scheme: string) => security.some((one) => scheme in one);
  if (takes('client'))
    return 'A client: `client_id` and `client_secret`, as a Basic header or in the body, or a `client_assertion` that it signed. One that can’t keep a secret sends its `client_id` alone.';
  if (takes('bearer')) return 'An access token, as Bearer, DPoP or MAC.';
  return 'Whoever is signed in to the browser.';
}
