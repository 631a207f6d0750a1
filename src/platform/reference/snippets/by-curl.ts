import { shellWord, SCOPE, type SnippetClient, type SnippetFramework } from './snippet.js';

/** By hand, in a shell. */
export const CURL: SnippetFramework = {
  name: 'curl',
  language: 'sh',
  flows: {
    code: (client) =>
      [
        '# 1. Open this address in a browser, sign in and allow it:',
        `#    ${authorizeAddress(client, { scope: SCOPE, state: 'tried-by-hand' })}`,
        '# 2. The browser goes to the redirect URL. Take the code= of that address; it works once, for 60 seconds.',
        'CODE=the-code',
        tokenLine(client, [
          'grant_type=authorization_code',
          '"code=$CODE"',
          `redirect_uri=${client.redirectUri}`,
          `code_verifier=${client.pkce.verifier}`,
        ]),
      ].join('\n'),
    device: (client) =>
      [
        '# 1. The device asks for a code, and shows its user the code and the address:',
        `curl ${identity(client)} -d scope=account ${client.issuer}/device_authorization`,
        '# 2. Every five seconds it asks for its tokens, until the user has decided:',
        'DEVICE_CODE=the-device-code',
        tokenLine(client, [
          'grant_type=urn:ietf:params:oauth:grant-type:device_code',
          '"device_code=$DEVICE_CODE"',
        ]),
      ].join('\n'),
    credentials: (client) => tokenLine(client, ['grant_type=client_credentials']),
    provisioning: (client) =>
      [
        `curl ${identity(client)} -d FamilyName=Smith -d premiumType=1 ${client.issuer}/api/prov/createfamily`,
        `curl ${identity(client)} --data-urlencode email=ada@family.example ${client.issuer}/api/prov/search`,
      ].join('\n'),
    password: (client) =>
      [
        "USER='the e-mail address, phone number or login'",
        "PASSWORD='a device password, which its user makes at /account'",
        tokenLine(client, ['grant_type=password', '"username=$USER"', '"password=$PASSWORD"']),
      ].join('\n'),
  },
  notes: {},
};

/** The address that a browser is sent to. */
export function authorizeAddress(
  { issuer, clientId, redirectUri, pkce }: SnippetClient,
  more: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...more,
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
  });
  return `${issuer}/authorize?${query.toString()}`;
}

/** A request of POST /token. @param fields `name=value`, in double quotes where the shell fills something in */
export function tokenLine(client: SnippetClient, fields: readonly string[]): string {
  return `curl ${[identity(client), ...fields.map(argument)].join(' ')} ${client.issuer}/token`;
}

/** How the client says who it is. */
function identity({ clientId, secret }: SnippetClient): string {
  if (secret === null) return argument(`client_id=${clientId}`);
  return `-u ${shellWord(`${clientId}:${secret}`)}`;
}

/** A form field as an argument of curl, which encodes it if it has special characters or is filled in. */
function argument(field: string): string {
  if (field.startsWith('"')) return `--data-urlencode ${field}`;
  return /^[\w=.~-]+$/.test(field) && !/=(USER|PASSWORD)$/.test(field)
    ? `-d ${field}`
    : `--data-urlencode ${shellWord(field)}`;
}
