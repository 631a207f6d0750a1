import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { demandsOf, flowOf, type Demanding } from '../../oauth/clients/client-kinds.js';
import { authorizeAddress, tokenLine } from '../../platform/reference/snippets/by-curl.js';
import { SECRET_PLACEHOLDER, type SnippetClient } from '../../platform/reference/snippets/snippet.js';
import { discoveryAddress, snippetsOf } from '../../platform/reference/snippets/snippets.js';
import type { ClientView } from './client.view.js';
import type { ClientConnection } from './connect-card.js';

type TriedClient = Pick<ClientView, 'clientId' | 'clientType' | 'isPrivileged'> &
  Partial<Demanding> & {
    readonly redirectUrls: readonly string[];
    readonly secrets: readonly unknown[];
  };

/** One way to get a token: an address to open first, if any, and the commands to run. */
export interface TokenTrial {
  readonly title: string;
  readonly advice: string;
  /** Address to open in the browser first. */
  readonly link?: string;
  readonly commands: readonly string[];
}

interface Subject {
  readonly client: TriedClient;
  /** Names of the operations that the client's ruleset allows. */
  readonly allowed: readonly string[];
  readonly url: string;
  /** Present only while it is shown; nothing stores it. */
  readonly secret?: string;
}

/** The ways to get a token for a client, each with commands for a shell. */
export function trialsOf(subject: Subject): TokenTrial[] {
  const trials = linesOf(subject);
  const isShown =
    subject.secret !== undefined || !trials.some(({ commands }) => commands.join().includes(':SECRET'));
  if (isShown) return trials;
  return trials.map((trial) => ({
    ...trial,
    advice: `${trial.advice} Replace SECRET with the client’s secret.`,
  }));
}

function linesOf({ client, allowed, url, secret }: Subject): TokenTrial[] {
  const may = (name: string): boolean => allowed.includes(name);
  if (!may('oauth2token')) return [];
  const demands = demandsOf(client);
  // Each of its requests is signed anew: no command can be pasted.
  if (demands.includes('key') || demands.includes('bound')) return [];
  const settings = settingsOf(client, url, secret);
  const hasSecret = settings.secret !== null;
  const token = (...fields: string[]) => tokenLine(settings, fields);
  const asUser = may('accgetloggedaccount')
    ? [`curl -H 'Authorization: Bearer ACCESS_TOKEN' ${url}/api/acc/getloggedaccount`]
    : [];
  const isThirdParty =
    client.redirectUrls.length > 0 && may('oauth2authorize') && !demands.includes('pushed');
  return [
    ...(isThirdParty ? [codeTrial(settings, { token, asUser })] : []),
    ...(client.isPrivileged
      ? [
          {
            title: 'With a user’s password',
            advice: 'Fill in a user’s e-mail address, phone number or login, and the password.',
            commands: [token('grant_type=password', 'username=USER', 'password=PASSWORD'), ...asUser],
          },
        ]
      : []),
    ...(hasSecret
      ? [
          {
            title: 'A token for the client itself',
            advice: 'For calls that act for no user.',
            commands: [
              token('grant_type=client_credentials'),
              ...(may('adminclientlist') && client.isPrivileged
                ? [`curl -H 'Authorization: Bearer ACCESS_TOKEN' ${url}/admin/api/clients`]
                : []),
            ],
          },
        ]
      : []),
  ];
}

const SHOWN =
  'The browser then goes to the redirect URL, even if nothing answers there. In its address bar, copy the text after code=, up to the next &, and replace CODE in the first command with it.';
const HANDED_OVER =
  'The browser then passes the redirect URL to the application, or does nothing if it is not installed: open the address on a device that has the application, or add http://localhost:4000/callback to the redirect URLs while you test. Replace CODE in the first command with the text after code=.';

function isOfTheWeb(url: string): boolean {
  return /^https?:/i.test(url);
}

interface Lines {
  readonly token: (...fields: string[]) => string;
  readonly asUser: readonly string[];
}

/** The code flow, with a PKCE pair made for this page, so that nothing has to be computed (D60). */
function codeTrial(settings: SnippetClient, { token, asUser }: Lines): TokenTrial {
  const { redirectUri, pkce } = settings;
  const fields = ['grant_type=authorization_code', 'code=CODE', `redirect_uri=${redirectUri}`];
  return {
    title: 'With a user’s consent',
    advice: `Open the address, sign in as a user and allow access. ${isOfTheWeb(redirectUri) ? SHOWN : HANDED_OVER} Run it within 60 seconds; the code works once.`,
    link: authorizeAddress(settings, { state: 'tried-in-the-console' }),
    commands: [token(...fields, `code_verifier=${pkce.verifier}`), ...asUser],
  };
}

/** The client as an application's settings have it, with a PKCE pair of its own. */
function settingsOf(client: TriedClient, issuer: string, secret = SECRET_PLACEHOLDER): SnippetClient {
  const { clientId, clientType, secrets, redirectUrls } = client;
  const demands = demandsOf(client);
  const hasSecret = (clientType === 'confidential' || secrets.length > 0) && !demands.includes('key');
  const verifier = randomSecret();
  return {
    issuer,
    clientId,
    secret: hasSecret ? secret : null,
    demands,
    // A browser shows an http address that it could not open; for an application's own scheme it only offers to open the
    // application.
    redirectUri: redirectUrls.find(isOfTheWeb) ?? redirectUrls.at(0) ?? '',
    pkce: { verifier, challenge: digestOf(verifier).toString('base64url') },
  };
}

interface Connecting {
  readonly issuer: string;
  /** Present only while it is shown. */
  readonly secret?: string;
  readonly may: (call: string) => boolean;
}

/** What to tell an application that is connected as this client. */
export function clientConnectionOf(
  client: TriedClient & Pick<ClientView, 'allowsDeviceAuthorization'>,
  { issuer, secret, may }: Connecting,
): ClientConnection {
  const flow = flowOf({ ...client, redirectUrls: [...client.redirectUrls] }, may);
  const settings = settingsOf(client, issuer, secret);
  const snippets = flow === null ? [] : snippetsOf(flow, settings);
  return {
    issuer,
    discovery: discoveryAddress(issuer),
    snippets,
    lacksSecret: snippets.length > 0 && settings.secret !== null && secret === undefined,
  };
}
