import { createHmac, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config/load-config.js';
import { readDemoCredentials } from '../src/bootstrap/demo-data.js';

const HELP = `npm run tour [-- --url URL]

Walks through Hearth's main job against a running server with the demo data ("npm start"), and shows each request
and answer with its secrets shortened. Ends with code 1 when a step is not as documented.

  --url URL   where the server listens (default: PUBLIC_URL, or as HOST and PORT say)
  --help      this text
`;

const { values: options } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean' } } });

interface Step {
  readonly title: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  /** What the documentation promises. */
  readonly status: number;
  readonly expect?: (answer: Answer) => boolean;
}

interface Answer {
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, never> & {
    readonly a01?: { readonly r?: { readonly r: unknown }; readonly ex?: { readonly name: string } };
    readonly access_token: string;
    readonly refresh_token: string;
    readonly mac_key: string;
    readonly error?: string;
  };
}

if (options.help) process.stdout.write(HELP);
else await tour();

async function tour(): Promise<void> {
  const config = loadConfig();
  const base = (options.url ?? config.publicUrl).replace(/\/$/, '');
  const demo = readDemoCredentials(config.dataDir);
  if (!demo)
    fail(
      `There is no demo data in ${config.dataDir}: start the server once with "npm start" on an empty database.`,
    );
  const { clients, administrator, member } = demo;
  const app = basic(clients.privileged);
  const byPassword = {
    a01identifier: administrator.identifier,
    a01password: administrator.password,
    a01deviceId: 'tour',
  };
  const passwordCall = '/api?a01call=log2generateaccesstokenbypassword';
  const me = '/api/acc/getloggedaccount';

  heading('A privileged client exchanges a password for tokens, and calls with them');
  const bearer = await step(base, {
    title: 'A Bearer token for a password',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Bearer' },
    headers: app,
    status: 200,
    expect: ({ json }) => String(json.token_type) === 'Bearer' && !('mac_key' in json),
  });
  await step(base, {
    title: 'A call with it',
    path: me,
    headers: { Authorization: `Bearer ${bearer.json.access_token}` },
    status: 200,
    expect: isAccount,
  });
  const mac = await step(base, {
    title: 'A MAC token for a password',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Mac' },
    headers: app,
    status: 200,
    expect: ({ json }) => String(json.token_type) === 'mac' && json.mac_key.length > 0,
  });
  const signed = sign(`${base}${me}`, mac.json.access_token, mac.json.mac_key);
  await step(base, { title: 'A signed call', path: me, headers: signed, status: 200, expect: isAccount });
  await step(base, {
    title: 'The same request again: its nonce is used',
    path: me,
    headers: signed,
    status: 401,
  });

  heading('Refresh, with rotation');
  const refreshForm = { grant_type: 'refresh_token', refresh_token: bearer.json.refresh_token };
  const renewed = await step(base, {
    title: 'New tokens',
    path: '/token',
    form: refreshForm,
    headers: app,
    status: 200,
  });
  await step(base, {
    title: 'A call with the new token',
    path: me,
    headers: { Authorization: `Bearer ${renewed.json.access_token}` },
    status: 200,
    expect: isAccount,
  });
  await step(base, {
    title: 'The lost answer: within 30 s the spent token gets the same tokens again',
    path: '/token',
    form: refreshForm,
    headers: app,
    status: 200,
    expect: ({ json }) => json.refresh_token === renewed.json.refresh_token,
  });
  await step(base, {
    title: 'Ending the grant',
    path: '/revoke',
    form: { token: renewed.json.refresh_token },
    headers: app,
    status: 200,
  });
  await step(base, {
    title: 'Its tokens are refused at once',
    path: me,
    headers: { Authorization: `Bearer ${renewed.json.access_token}` },
    status: 401,
    expect: ({ headers }) => headers.get('www-authenticate')?.includes('invalid_token') === true,
  });

  heading('A legacy client with a session');
  const signIn = await step(base, {
    title: 'log2in',
    path: '/api/log2/in',
    form: { identifier: member.identifier, password: member.password },
    status: 200,
  });
  const cookie = { Cookie: (signIn.headers.get('set-cookie') ?? '').split(';')[0] };
  await step(base, {
    title: 'A call with the cookie alone',
    path: me,
    headers: cookie,
    status: 200,
    expect: isAccount,
  });
  await step(base, { title: 'log2out', path: '/api/log2/out', method: 'POST', headers: cookie, status: 200 });
  await step(base, {
    title: 'The session is over',
    path: me,
    headers: cookie,
    status: 501,
    expect: isError('FizAccountNotFoundInSessionException'),
  });

  heading("A partner's back end, and what is refused");
  await step(base, {
    title: 'A token for the client itself',
    path: '/token',
    form: { grant_type: 'client_credentials' },
    headers: basic(clients.provisioning),
    status: 200,
    expect: ({ json }) => !('refresh_token' in json),
  });
  await step(base, {
    title: 'A client that is not privileged may not carry passwords',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Bearer' },
    headers: basic(clients.thirdParty),
    status: 509,
    expect: isError('FizApiKeyInsufficientRightsException'),
  });
  await step(base, { title: 'Nobody: both ways to authenticate are named', path: me, status: 401 });
  process.stdout.write('\nEvery step was as documented.\n');
}

async function step(
  base: string,
  { title, path, form, method = form ? 'POST' : 'GET', headers = {}, status, expect }: Step,
): Promise<Answer> {
  process.stdout.write(`\n▸ ${title}\n  ${method} ${path}\n`);
  for (const [name, value] of Object.entries(headers))
    process.stdout.write(`  ${name}: ${shortened(value)}\n`);
  if (form) process.stdout.write(`  ${shortened(new URLSearchParams(form).toString())}\n`);
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    body: form && new URLSearchParams(form),
  }).catch((cause: unknown) => fail(`No answer from ${base}: is the server running? (${String(cause)})`));
  const text = await response.text();
  process.stdout.write(`  ← ${response.status} ${shortened(text)}\n`);
  const answer: Answer = {
    headers: response.headers,
    text,
    json: (text === '' ? {} : JSON.parse(text)) as Answer['json'],
  };
  if (response.status !== status) fail(`"${title}": expected status ${status}, got ${response.status}.`);
  if (expect && !expect(answer)) fail(`"${title}": the answer is not as documented.`);
  return answer;
}

function sign(target: string, id: string, key: string): Record<string, string> {
  const url = new URL(target);
  const ts = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(8).toString('hex');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const text = `${ts}\n${nonce}\nGET\n${url.pathname}${url.search}\n${url.hostname}\n${port}\n\n`;
  const mac = createHmac('sha1', key).update(text).digest('base64');
  return { Authorization: `MAC id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"` };
}

function basic({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string;
}): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}

function isAccount({ json }: Answer): boolean {
  const account = json.a01?.r?.r as { accountId?: string; identifiers?: unknown[] } | undefined;
  return typeof account?.accountId === 'string' && Array.isArray(account.identifiers);
}

function isError(name: string): (answer: Answer) => boolean {
  return ({ json }) => json.a01?.ex?.name === name;
}

/** A long run with digits, capitals and small letters: a token or key, not a name. */
const SECRET_RUN = /(?=[\w+/%-]*\d)(?=[\w+/%-]*[A-Z])(?=[\w+/%-]*[a-z])[\w+/%-]{24,}={0,2}/g;

/** Long random runs are cut, and what stands as a password is hidden. */
function shortened(text: string): string {
  return text
    .replace(/(password=)[^&]*/g, '$1…')
    .replace(SECRET_RUN, (run) => `${run.slice(0, 6)}…`);
}

function heading(text: string): void {
  process.stdout.write(`\n── ${text} ${'─'.repeat(Math.max(3, 90 - text.length))}\n`);
}

function fail(message: string): never {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}
