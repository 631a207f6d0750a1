import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { ClientView } from './client.view.js';

type TriedClient = Pick<ClientView, 'clientId' | 'clientType' | 'isPrivileged'> & {
  readonly redirectUrls: readonly string[];
  readonly secrets: readonly unknown[];
};

/** One way to get a token: an address to open first, if any, and the commands to run. */
export interface Trial {
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
export function trialsOf(subject: Subject): Trial[] {
  const trials = linesOf(subject);
  const isShown =
    subject.secret !== undefined || !trials.some(({ commands }) => commands.join().includes(':SECRET'));
  if (isShown) return trials;
  return trials.map((trial) => ({
    ...trial,
    advice: `${trial.advice} Replace SECRET with the client’s secret.`,
  }));
}

function linesOf({ client, allowed, url, secret = 'SECRET' }: Subject): Trial[] {
  const may = (name: string): boolean => allowed.includes(name);
  if (!may('oauth2token')) return [];
  const hasSecret = client.clientType === 'confidential' || client.secrets.length > 0;
  const who = hasSecret
    ? `-u ${quoted(`${client.clientId}:${secret}`)}`
    : `-d client_id=${quoted(client.clientId)}`;
  const token = (...fields: string[]) => `curl ${[who, ...fields.map(argument)].join(' ')} ${url}/token`;
  const asUser = may('accgetloggedaccount')
    ? [`curl -H 'Authorization: Bearer ACCESS_TOKEN' ${url}/api/acc/getloggedaccount`]
    : [];
  // A browser shows an http address that it could not open; for an application's own scheme it only offers to open the
  // application.
  const redirectUri = client.redirectUrls.find(isOfTheWeb) ?? client.redirectUrls[0];
  const isThirdParty = client.redirectUrls.length > 0 && may('oauth2authorize');
  return [
    ...(isThirdParty ? [codeTrial(client, url, redirectUri, { token, asUser })] : []),
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
  'The browser then goes to the RedirectUrl, even if nothing answers there. In its address bar, copy the text after code=, up to the next &, and replace CODE in the first command with it.';
const HANDED_OVER =
  'The browser then passes the RedirectUrl to the application, or does nothing if it is not installed: open the address on a device that has the application, or add http://localhost:4000/callback to the RedirectUrls while you test. Replace CODE in the first command with the text after code=.';

function isOfTheWeb(url: string): boolean {
  return /^https?:/i.test(url);
}

interface Lines {
  readonly token: (...fields: string[]) => string;
  readonly asUser: readonly string[];
}

/** The code flow, with a PKCE pair made for this page, so that nothing has to be computed (D60). */
function codeTrial(client: TriedClient, url: string, redirectUri: string, { token, asUser }: Lines): Trial {
  const verifier = randomSecret();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state: 'tried-in-the-console',
    code_challenge: digestOf(verifier).toString('base64url'),
    code_challenge_method: 'S256',
  });
  const fields = ['grant_type=authorization_code', 'code=CODE', `redirect_uri=${redirectUri}`];
  return {
    title: 'With a user’s consent',
    advice: `Open the address, sign in as a user and allow access. ${isOfTheWeb(redirectUri) ? SHOWN : HANDED_OVER} Run it within 60 seconds; the code works once.`,
    link: `${url}/authorize?${query.toString()}`,
    commands: [token(...fields, `code_verifier=${verifier}`), ...asUser],
  };
}

/** A form field as an argument of curl, which encodes it if it has special characters or a placeholder. */
function argument(field: string): string {
  return /^[\w=.~-]+$/.test(field) && !/=(USER|PASSWORD)$/.test(field)
    ? `-d ${field}`
    : `--data-urlencode ${quoted(field)}`;
}

/** The text as one word of a POSIX shell, quoted only if necessary. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
