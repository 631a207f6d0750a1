/** How an application gets its tokens. */
export type Flow = 'code' | 'device' | 'credentials' | 'provisioning' | 'password';

/**
 * What a record asks for beyond a secret: a signature by the client's key in place of one (private_key_jwt), requests
 * pushed to /par, tokens bound to a key (DPoP).
 */
export type Demand = 'key' | 'pushed' | 'bound';

/** A client, as an application's settings have it. */
export interface SnippetClient {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client, or one with a key. A placeholder, except on the page that shows the secret once. */
  readonly secret: string | null;
  readonly demands: readonly Demand[];
  readonly redirectUri: string;
  /** For examples without a library, which can't compute it. */
  readonly pkce: { readonly verifier: string; readonly challenge: string };
}

/** How one framework is set up, for each flow that it has. */
export interface SnippetFramework {
  /** Its name, as people know it. */
  readonly name: string;
  /** The file that it belongs in; absent: a shell. */
  readonly file?: string;
  /** The language, for Markdown. */
  readonly language: string;
  /** server: a library that needs a secret; page: one that can't keep any. Absent: both. */
  readonly runsIn?: 'server' | 'page';
  /** By its documentation: no test runs it. */
  readonly isUntried?: true;
  /** What its snippets do if the client's record asks for it. Absent: nothing. */
  readonly meets?: readonly Demand[];
  readonly flows: Readonly<Partial<Record<Flow, (client: SnippetClient) => string>>>;
  /** What else there is to do, beside the snippet. */
  readonly notes: Readonly<Partial<Record<Flow, string>>>;
}

export const SECRET_PLACEHOLDER = 'SECRET';
export const SCOPE = 'openid profile email';

/** A framework that only signs people in. @param code gets an empty secret where the client has none */
export function signsIn(
  { note, ...framework }: Omit<SnippetFramework, 'flows' | 'notes'> & { readonly note?: string },
  code: (client: SnippetClient & { readonly secret: string }) => string,
): SnippetFramework {
  const write = (client: SnippetClient) => code({ ...client, secret: client.secret ?? '' });
  return { ...framework, flows: { code: write }, notes: note === undefined ? {} : { code: note } };
}

/** The text as one word of a POSIX shell, quoted only if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text as a string of JavaScript. */
export function scriptString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The text as a value of YAML, of which JSON is a part. */
export function yamlValue(text: string): string {
  return JSON.stringify(text);
}

/** Lines that read the client's private key as `kid` and `key`, a CryptoKey; they need readFile of node:fs/promises. */
export const READ_KEY = `// key.json is the private key as a JWK (ES256). Its public half is in the client's record.
const { kid, ...jwk } = JSON.parse(await readFile('key.json', 'utf8'));
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);

`;
export const IMPORT_READ_FILE = `import { readFile } from 'node:fs/promises';\n`;
