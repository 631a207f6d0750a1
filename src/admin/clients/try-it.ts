import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { ClientView } from './client.view.js';

type TriedClient = Pick<ClientView, 'clientId' | 'clientType' | 'isPrivileged'> & {
  readonly redirectUrls: readonly string[];
  readonly secrets: readonly unknown[];
};

/** One way to a token: what to open first, where there is something, and what to type. */
export interface Trial {
  readonly title: string;
  readonly advice: string;
  /** To be opened in the browser first. */
  readonly link?: string;
  readonly commands: readonly string[];
}

interface Subject {
  readonly client: TriedClient;
  /** The operations that its ruleset allows. */
  readonly allowed: readonly string[];
  readonly url: string;
  /** Known only while it is shown. */
  readonly secret?: string;
}

/** The lines that try a client, each as it can be pasted into a shell. */
export function trialsOf(subject: Subject): Trial[] {
  const trials = linesOf(subject);
  const isShown =
    subject.secret !== undefined || !trials.some(({ commands }) => commands.join().includes(':SECRET'));
  if (isShown) return trials;
  return trials.map((trial) => ({
    ...trial,
    advice: `${trial.advice} Put the client’s secret in place of SECRET.`,
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
  // A browser shows the address that it could not open; for an application's own scheme it only asks who takes it.
  const redirectUri = client.redirectUrls.find(isOfTheWeb) ?? client.redirectUrls[0];
  const isThirdParty = client.redirectUrls.length > 0 && may('oauth2authorize');
  return [
    ...(isThirdParty ? [codeTrial(client, url, redirectUri, { token, asUser })] : []),
    ...(client.isPrivileged
      ? [
          {
            title: 'With a user’s password',
            advice: 'Put in a user’s e-mail address, phone number or login, and the password.',
            commands: [token('grant_type=password', 'username=USER', 'password=PASSWORD'), ...asUser],
          },
        ]
      : []),
    ...(hasSecret
      ? [
          {
            title: 'A token of its own',
            advice: 'For what it does in nobody’s name.',
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
  'The browser then goes to the RedirectUrl, whether something answers there or not: put what stands behind code= in its address line, up to the next &, in place of CODE in the first command.';
const HANDED_OVER =
  'The browser then hands the RedirectUrl to the application, and without one it stays where it is: open it where the application is installed, or add http://localhost:4000/callback to the RedirectUrls for as long as you try. What stands behind code= goes in place of CODE in the first command.';

function isOfTheWeb(url: string): boolean {
  return /^https?:/i.test(url);
}

interface Lines {
  readonly token: (...fields: string[]) => string;
  readonly asUser: readonly string[];
}

/** With a PKCE pair made for this page, so that nothing has to be computed (D60). */
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
    title: 'For a user who allows it',
    advice: `Open the address, sign in as a user and allow it. ${isOfTheWeb(redirectUri) ? SHOWN : HANDED_OVER} Within 60 seconds; it works once.`,
    link: `${url}/authorize?${query.toString()}`,
    commands: [token(...fields, `code_verifier=${verifier}`), ...asUser],
  };
}

/** A field of the form; encoded by curl where it holds what a form would not keep, or what is yet to be put in. */
function argument(field: string): string {
  return /^[\w=.~-]+$/.test(field) && !/=(USER|PASSWORD)$/.test(field)
    ? `-d ${field}`
    : `--data-urlencode ${quoted(field)}`;
}

/** As one word of a POSIX shell; plain where nothing in it means anything to one. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
