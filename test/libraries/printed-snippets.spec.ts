import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { clientConnectionOf } from '../../src/admin/clients/try-it.js';
import { FRAMEWORKS, type Snippet } from '../../src/platform/reference/snippets/snippets.js';
import type { BootstrapDocument } from '../../src/provisioning/bootstrap/bootstrap-document.js';
import { freePort } from '../support/free-port.js';
import { SnippetFolder } from '../support/run-snippet.js';
import { ANNA, LibraryServer, SHOP } from './library-server.js';
import { userFollows } from './user.js';
import { locationOf, Visitor } from './web-app.js';

type ClientEntry = NonNullable<BootstrapDocument['clients']>[number];

const ID = `it's-"printed"`;
const CALLBACK = 'https://printed.example/callback';
const KNOWN = { sub: '1', name: ANNA.name, email: ANNA.email };
const IN_SESSION = { name: ANNA.name, email: ANNA.email };

/** Makes key.json as docs/sign-people-in/authentication.md has it. @returns what the client's record takes as jwks */
async function pairMadeIn(folder: SnippetFolder): Promise<string> {
  const page = readFileSync(new URL('../../docs/sign-people-in/authentication.md', import.meta.url), 'utf8');
  const [, program = ''] = /^node --input-type=module -e "\n(.*?)\n"$/ms.exec(page) ?? [];
  const [jwks] = await folder.run({ 'pair.mjs': program.replace('data/key.json', 'key.json') });
  return jwks;
}

/** Begins, takes the address that the browser came back to, and prints the user. */
const STEPS = (file: string) => `import { createInterface } from 'node:readline';
import { begin, finish } from './${file}';
const { address, checks } = await begin();
console.log(String(address));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify((await finish(new URL(line), checks)).user));
}
process.exit();
`;
const LISTEN = `listen(Number(process.env.PORT), 'localhost', () => console.log('ready'));`;
/** Programs that serve what is printed, for libraries that come as a part of a web framework. */
const HOSTS: Readonly<Record<string, string>> = {
  Passport: `import { app } from './app.mjs';
app.${LISTEN}`,
  '@hono/oidc-auth': `import { createServer } from 'node:http';
import { site } from './site.mjs';
createServer(async ({ url, headers }, response) => {
  const asked = new Request(new URL(url, 'http://localhost:' + process.env.PORT), { headers });
  const answer = await site.fetch(asked);
  response.setHeader('set-cookie', answer.headers.getSetCookie());
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  response.writeHead(answer.status).end(await answer.text());
}).${LISTEN}`,
  // Express plays the API routes of Next.js.
  'NextAuth.js 4': `import express from 'express';
import { parse } from 'cookie';
import handler from './pages/api/auth/[...nextauth].js';
const app = express();
app.use('/api/auth', express.urlencoded(), ({ body, headers, method, path, query }, response) => {
  const cookies = parse(headers.cookie ?? '');
  const nextauth = path.slice(1).split('/');
  handler({ body, headers, method, cookies, query: { ...query, nextauth } }, response);
});
app.${LISTEN}`,
};

/** How a user signs in at each of them, at which redirect URL, and whom the application knows then. */
const SIGN_INS: Readonly<
  Record<string, { path: string; known: (visitor: Visitor, url: string) => Promise<unknown>; is: object }>
> = {
  Passport: {
    path: '/callback',
    is: KNOWN,
    known: async (visitor, url) => {
      await visitor.signsIn(locationOf(await visitor.ask(`${url}/login`)), ANNA);
      return (await visitor.ask(url)).json() as Promise<unknown>;
    },
  },
  '@hono/oidc-auth': {
    path: '/callback',
    is: KNOWN,
    known: async (visitor, url) => {
      await visitor.signsIn(locationOf(await visitor.ask(`${url}/`)), ANNA);
      return (await visitor.ask(`${url}/`)).json() as Promise<unknown>;
    },
  },
  'NextAuth.js 4': {
    path: '/api/auth/callback/hearth',
    is: { user: IN_SESSION },
    known: async (visitor, url) => {
      const own = `${url}/api/auth`;
      const { csrfToken } = (await (await visitor.ask(`${own}/csrf`)).json()) as { csrfToken: string };
      const begun = await visitor.ask(`${own}/signin/hearth`, new URLSearchParams({ csrfToken }));
      await visitor.signsIn(locationOf(begun), ANNA);
      return (await visitor.ask(`${own}/session`)).json() as Promise<unknown>;
    },
  },
};

describe('snippets for servers run as they are printed, with https (D389)', () => {
  const folder = new SnippetFolder();
  const programs: ChildProcess[] = [];
  let server: LibraryServer;
  let env: Record<string, string>;
  let port: number;
  const record = (clientId: string, more: Partial<ClientEntry> = {}): ClientEntry => ({
    ...{ clientId, name: 'Printed', ruleset: 'WEB', clientType: 'confidential', profile: 'strict' },
    ...{ isPrivileged: false, redirectUrls: [CALLBACK], ...more },
  });
  const bySecret = { clientSecret: SHOP.secret };
  const records = new Map<string, ClientEntry>();
  beforeAll(async () => {
    port = await freePort();
    const jwks = JSON.parse(await pairMadeIn(folder)) as ClientEntry['jwks'];
    const paths = Object.values(SIGN_INS).map(({ path }) => `http://localhost:${port}${path}`);
    for (const one of [
      record(ID, { ...bySecret, redirectUrls: [CALLBACK, ...paths] }),
      record('by-key', { requiresPrivateKeyJwt: true, jwks }),
      record('fapi2', { profile: 'fapi2', jwks }),
      record('pushed', { ...bySecret, requirePushedAuthorizationRequests: true }),
      record('bound', { ...bySecret, dpopBoundAccessTokens: true }),
      record('public-bound-and-pushed', {
        ...{ clientType: 'public', dpopBoundAccessTokens: true, requirePushedAuthorizationRequests: true },
      }),
    ])
      records.set(one.clientId, one);
    server = await LibraryServer.start({ clients: [...records.values()], isSecure: true });
    const caFile = join(folder.path, 'ca.pem');
    writeFileSync(caFile, server.ca as string);
    env = { NODE_EXTRA_CA_CERTS: caFile };
  });
  afterEach(() => programs.splice(0).forEach((program) => void program.kill()));
  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  /** What the console shows for a client, with its secret. @param redirectUrl its first one */
  const shown = (clientId: string, redirectUrl = CALLBACK): readonly Snippet[] => {
    const { clientSecret: secret, ...client } = records.get(clientId) as ClientEntry;
    const view = {
      ...{ ...client, clientType: client.clientType ?? 'confidential', secrets: [] },
      ...{ isPrivileged: false, allowsDeviceAuthorization: false, redirectUrls: [redirectUrl] },
    };
    return clientConnectionOf(view, { issuer: server.url, secret, may: () => true }).snippets;
  };
  const snippetBy = (name: string, snippets: readonly Snippet[]) =>
    snippets.find((snippet) => snippet.name === name) as Snippet;

  /** @param more parameters of the answer, in place of the server's */
  async function userBy({ file = '', text }: Snippet, more: Record<string, string> = {}): Promise<unknown> {
    const answer = async (line: string) => {
      if (!line.startsWith('https:')) return null;
      const back = await userFollows(line, ANNA, 'allow', server.ca);
      for (const [name, value] of Object.entries(more)) back.searchParams.set(name, value);
      return back.href;
    };
    const lines = await folder.run({ [file]: text, 'driver.mjs': STEPS(file) }, { env, answer });
    return JSON.parse(lines[1]) as unknown;
  }

  describe.each(['openid-client', 'oauth4webapi', 'MSAL Node'])('%s', (name) => {
    it('knows the user', async () => {
      expect(await userBy(snippetBy(name, shown(ID)))).toMatchObject(KNOWN);
    });

    it('refuses an answer with the state of another request', async () => {
      await expect(userBy(snippetBy(name, shown(ID)), { state: 'another' })).rejects.toThrow(/state/);
    });
  });

  it.each(['by-key', 'fapi2', 'pushed', 'bound', 'public-bound-and-pushed'])(
    'openid-client and oauth4webapi, and no other, know the user of a client that is %s',
    async (clientId) => {
      const snippets = shown(clientId);
      expect(snippets.map(({ name }) => name)).toEqual(['openid-client', 'oauth4webapi']);
      for (const snippet of snippets) expect(await userBy(snippet)).toMatchObject(KNOWN);
    },
  );

  it.each(Object.entries(SIGN_INS))('%s signs the user in', async (name, { path, known, is }) => {
    const url = `http://localhost:${port}`;
    const { file = '', text } = snippetBy(name, shown(ID, `${url}${path}`));
    mkdirSync(join(folder.path, dirname(file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
    const isModule = file.endsWith('.mjs');
    const program = join(folder.path, isModule ? 'host.mjs' : 'host.cjs');
    // Next.js bundles its routes: in plain Node.js the import of a CommonJS package is another one.
    const bundled = async () => {
      const stdin = { contents: HOSTS[name], resolveDir: folder.path };
      const options = { bundle: true, write: false, format: 'cjs', platform: 'node' } as const;
      const { outputFiles } = await build({ stdin, ...options, packages: 'external', logLevel: 'error' });
      return outputFiles[0].text;
    };
    writeFileSync(program, isModule ? HOSTS[name] : await bundled());
    const secret = 'of the test, for its cookies, long enough';
    const own = {
      SESSION_SECRET: secret,
      OIDC_AUTH_SECRET: secret,
      NEXTAUTH_SECRET: secret,
      NEXTAUTH_URL: url,
    };
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...env, ...own, PORT: String(port) },
    });
    programs.push(child);
    await once(createInterface(child.stdout), 'line');
    expect(await known(new Visitor(server.ca), url)).toMatchObject(is);
  });

  it('leaves none out but those that have a test elsewhere, or say that they were not tried', () => {
    const elsewhere = ['curl', 'Auth.js'];
    const here = ['openid-client', 'oauth4webapi', 'MSAL Node', ...Object.keys(SIGN_INS)];
    const tried = FRAMEWORKS.filter(({ runsIn, isUntried }) => runsIn !== 'page' && !isUntried);
    expect(tried.map(({ name }) => name).sort()).toEqual([...elsewhere, ...here].sort());
  });
});
