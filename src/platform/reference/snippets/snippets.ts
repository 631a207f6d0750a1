import { CURL } from './by-curl.js';
import { OAUTH4WEBAPI } from './by-oauth4webapi.js';
import { OPENID_CLIENT } from './by-openid-client.js';
import { ANGULAR, APP_AUTH, OIDC_CLIENT_TS, REACT_OIDC_CONTEXT } from './by-pages.js';
import { AUTH_JS, HONO, MSAL, NEXT_AUTH, PASSPORT } from './by-sites.js';
import { SPRING } from './by-spring.js';
import type { Flow, SnippetClient, SnippetFramework } from './snippet.js';

/** Every framework that there is a snippet for, in the order in which pages offer them. The console, /docs and docs/sign-people-in/libraries.md print them (D389). */
export const FRAMEWORKS: readonly SnippetFramework[] = [
  ...[CURL, OPENID_CLIENT, OAUTH4WEBAPI, PASSPORT, AUTH_JS, NEXT_AUTH, HONO, MSAL, SPRING],
  ...[OIDC_CLIENT_TS, REACT_OIDC_CONTEXT, ANGULAR, APP_AUTH],
];

export interface Snippet extends Pick<
  SnippetFramework,
  'name' | 'file' | 'language' | 'runsIn' | 'isUntried'
> {
  readonly text: string;
  readonly note?: string;
}

/** What each framework needs for a flow of this client. */
export function snippetsOf(flow: Flow, client: SnippetClient): Snippet[] {
  return FRAMEWORKS.flatMap((framework) => snippetOf(framework, flow, client) ?? []);
}

/** What each framework needs to sign people in, for the client of examples: without its secret where it is a page. */
export function exampleSnippets(issuer: string): Snippet[] {
  const client = exampleClient(issuer);
  return FRAMEWORKS.flatMap(
    (framework) =>
      snippetOf(framework, 'code', framework.runsIn === 'page' ? { ...client, secret: null } : client) ?? [],
  );
}

function snippetOf(framework: SnippetFramework, flow: Flow, client: SnippetClient): Snippet | null {
  const { name, file, language, runsIn, isUntried, meets = [], flows, notes } = framework;
  const { [flow]: write } = flows;
  const isPublic = client.secret === null && !client.demands.includes('key');
  if (write === undefined || runsIn === (isPublic ? 'server' : 'page')) return null;
  if (!client.demands.every((demand) => meets.includes(demand))) return null;
  return { name, file, language, runsIn, isUntried, text: write(client), note: notes[flow] };
}

/** The client of examples, with the pair of RFC 7636, appendix B. */
export function exampleClient(issuer: string): SnippetClient {
  return {
    issuer,
    clientId: 'books',
    secret: 'SECRET',
    demands: [],
    redirectUri: 'https://books.example/callback',
    pkce: {
      verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    },
  };
}

/** The metadata that libraries configure themselves by. */
export function discoveryAddress(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
