import { createHmac, randomBytes } from 'node:crypto';

/** A request, and the answer that the documentation promises. */
export interface Step {
  readonly title: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  /** The promised status. */
  readonly status: number;
  readonly expect?: (answer: Answer) => boolean;
}

export interface Answer {
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

/** A run of characters as long as a token, or a long one with digits, upper and lower case: a key, not a name. */
const SECRET_RUN =
  /(?<![\w-])[\w-]{43}(?![\w-])|(?=[\w+/%-]*\d)(?=[\w+/%-]*[A-Z])(?=[\w+/%-]*[a-z])[\w+/%-]{24,}={0,2}/g;

export async function step(
  base: string,
  { title, path, form, method = form ? 'POST' : 'GET', headers = {}, status, expect }: Step,
): Promise<Answer> {
  process.stdout.write(`\n▸ ${title}\n  ${method} ${shortened(path)}\n`);
  for (const [name, value] of Object.entries(headers))
    process.stdout.write(`  ${name}: ${shortened(value)}\n`);
  if (form) process.stdout.write(`  ${shortened(new URLSearchParams(form).toString())}\n`);
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    body: form && new URLSearchParams(form),
    redirect: 'manual',
  }).catch((cause: unknown) => fail(`No answer from ${base}: is the server running? (${String(cause)})`));
  const text = await response.text();
  process.stdout.write(`  ← ${response.status} ${shortened(inShort(response.headers, text))}\n`);
  const answer: Answer = {
    headers: response.headers,
    text,
    json: (isJson(response.headers) ? JSON.parse(text) : {}) as Answer['json'],
  };
  if (response.status !== status) fail(`"${title}": expected status ${status}, got ${response.status}.`);
  if (expect && !expect(answer)) fail(`"${title}": the answer is not as documented.`);
  return answer;
}

/** Where a redirect leads, the heading of a page, or the answer unchanged. */
function inShort(headers: Headers, text: string): string {
  const location = headers.get('location');
  if (location !== null) return `to ${location}`;
  if (isJson(headers)) return text;
  return `a page: ${/<h1>([^<]*)/.exec(text)?.[1] ?? text}`;
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.includes('json') === true;
}

export function sign(target: string, id: string, key: string): Record<string, string> {
  const url = new URL(target);
  const ts = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(8).toString('hex');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const text = `${ts}\n${nonce}\nGET\n${url.pathname}${url.search}\n${url.hostname}\n${port}\n\n`;
  const mac = createHmac('sha1', key).update(text).digest('base64');
  return { Authorization: `MAC id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"` };
}

export function basic({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string;
}): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}

export function isAccount({ json }: Answer): boolean {
  const account = json.a01?.r?.r as { accountId?: string; identifiers?: unknown[] } | undefined;
  return typeof account?.accountId === 'string' && Array.isArray(account.identifiers);
}

export function isError(name: string): (answer: Answer) => boolean {
  return ({ json }) => json.a01?.ex?.name === name;
}

/** Long random runs are shortened, and passwords are hidden. */
function shortened(text: string): string {
  return text.replace(/(password=)[^&]*/g, '$1…').replace(SECRET_RUN, (run) => `${run.slice(0, 6)}…`);
}

export function heading(text: string): void {
  process.stdout.write(`\n── ${text} ${'─'.repeat(Math.max(3, 90 - text.length))}\n`);
}

export function fail(message: string): never {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}
