import type { Command } from 'commander';
import type { AdminCallerView, AdminSessionView } from '../api-types.js';
import { clientToken, revokeToken } from '../request-credentials.js';
import { type Context, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import type { ServerAnswer } from '../http.js';
import type { StoredProfile } from '../profiles.js';
import { serverUrl } from '../server-url.js';

interface LoginOptions {
  readonly identifier?: string;
  readonly clientId?: string;
}

export function register(program: Command, context: Context): void {
  subcommand(
    program,
    'login',
    'Sign in as a person or as a client. The sign-in is stored until it expires.',
    {
      'hearth login https://hearth.example': 'asks for your identifier and password',
      'hearth login https://staging.example --profile staging':
        'a second server, to be used with --profile staging',
      'hearth login https://hearth.example --client-id ops < secret.txt': 'as a client',
    },
  )
    .argument('[url]', 'URL of the server, such as https://hearth.example')
    .option('--identifier <identifier>', 'your e-mail address, phone number or login')
    .option('--client-id <id>', 'sign in as this client, with its secret')
    .action((url: string | undefined, options: LoginOptions) => signIn(context, url, options));

  subcommand(program, 'logout', 'Sign out: end the session or token on the server, and delete it here.', {
    'hearth logout --profile staging': 'sign out of one of several servers',
  }).action(() => signOut(context));

  subcommand(program, 'whoami', 'Show who is signed in, where, and until when.', {
    'hearth whoami --json': 'for a script',
  }).action(() => tellWho(context));
}

async function tellWho({ api, output, url }: Context): Promise<void> {
  const caller = await api.get<AdminCallerView>('/session');
  const { accountId: account, clientId: client, name, role, expiresAt: until } = caller;
  const all = { server: url, client, account, name, role, until };
  output.item(
    { url, ...caller },
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)),
  );
}

async function signIn(context: Context, given: string | undefined, options: LoginOptions): Promise<void> {
  const url = given === undefined ? context.url : serverUrl(given);
  if (options.clientId !== undefined) return signInClient(context, url, options.clientId);
  const identifier =
    options.identifier ?? (await context.prompt.ask('E-mail address, phone number or login'));
  const password = await context.password();
  const answer = await openSession(context, url, { identifier, password });
  const [cookie] = answer.headers.getSetCookie().map((header) => header.split(';')[0]);
  if (!cookie) throw new Failure(`${url} did not open a session. Is it a Hearth server?`);
  context.profiles.save(context.profileName, { url, cookie });
  const { name, role } = answer.body as AdminSessionView;
  context.output.done(`Signed in to ${url} as ${name} (${role}).`, answer.body);
}

/** Asks for the second factor of an account that has one. */
async function openSession(
  context: Context,
  url: string,
  body: { readonly identifier: string; readonly password: string },
): Promise<ServerAnswer> {
  const api = context.anonymousApi(url);
  const answer = await api.request('POST', '/session', { body, awaits: 'second-factor-required' });
  if (answer.status < 400) return answer;
  const code = await context.prompt.askSecret('One-time code, or a recovery code');
  return api.request('POST', '/session', { body: { ...body, code } });
}

async function signInClient(context: Context, url: string, clientId: string): Promise<void> {
  const secret =
    context.environment.clientSecret ?? (await context.prompt.askSecret(`Secret of ${clientId}`));
  const accessToken = await clientToken(url, clientId, secret);
  context.profiles.save(context.profileName, { url, clientId, accessToken });
  context.output.done(`Signed in to ${url} as the client ${clientId}.`);
}

/** Ends the session on the server first: if it were only deleted here, it would stay valid. */
async function signOut(context: Context): Promise<void> {
  const { profile, profileName } = context;
  if (profile?.cookie === undefined && profile?.accessToken === undefined) {
    throw new Failure(`The profile ${profileName} is not signed in.`, 'notSignedIn');
  }
  const cause = await endSignIn(context, profile);
  context.profiles.signOut(profileName);
  if (cause !== null) throw cause;
  context.output.done(`Signed out of ${profile.url}.`);
}

/** @returns the error, unless it is that the sign-in has ended already */
async function endSignIn(context: Context, profile: StoredProfile): Promise<Failure | null> {
  const { url, clientId = '', accessToken = '' } = profile;
  const { clientSecret } = context.environment;
  try {
    if (profile.cookie !== undefined) await context.storedApi(profile).send('DELETE', '/session');
    else if (clientSecret !== undefined) await revokeToken(url, { clientId, clientSecret }, accessToken);
    // The revocation endpoint requires the secret, which is not stored; in the administration, a token may revoke
    // itself.
    else await context.storedApi(profile).post('/tokens/revoke', { token: accessToken });
    return null;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    if (cause.exitCode === 'notSignedIn') return null;
    return new Failure(`Signed out here, but the server could not be told: ${cause.message}`, cause.exitCode);
  }
}
