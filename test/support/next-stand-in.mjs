// Plays Next.js for the files of examples/next-app in this folder: serves their route and their page, with the parts of
// Auth.js that next-auth is made of.
//   node next-stand-in.mjs, in the folder of the app
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnvFile } from 'node:process';
import { build } from 'esbuild';

/** next-auth, as far as the app uses it: what it does is done by @auth/core there too. */
const NEXT_AUTH = `
import { Auth, setEnvDefaults } from '@auth/core';
export default (config) => {
  setEnvDefaults(process.env, config);
  const own = { ...config, basePath: '/api/auth', trustHost: true };
  const handle = (request) => Auth(request, own);
  const auth = async () => {
    const { url, headers } = globalThis.asked.getStore();
    const { cookie = '' } = headers;
    const answer = await handle(new Request(new URL('/api/auth/session', url), { headers: { cookie } }));
    return answer.json();
  };
  return { handlers: { GET: handle, POST: handle }, auth };
};`;
const ENTRY = `
import { renderToStaticMarkup } from 'react-dom/server';
import Layout from './app/layout.jsx';
import Page from './app/page.jsx';
export { GET, POST } from './app/api/auth/[...nextauth]/route.js';
export const home = async () => renderToStaticMarkup(<Layout>{await Page()}</Layout>);`;

loadEnvFile('.env.local');
globalThis.asked = new AsyncLocalStorage();
const app = await bundled();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const port = /--port (\d+)/.exec(scripts.dev)?.[1];
const origin = `http://localhost:${port}`;

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers } = request;
  const url = new URL(request.url, origin);
  const answer = await globalThis.asked.run({ url, headers }, () =>
    url.pathname.startsWith('/api/auth/')
      ? app[method](
          new Request(url, { method, headers, ...(chunks.length > 0 && { body: Buffer.concat(chunks) }) }),
        )
      : app.home().then((html) => new Response(html, { headers: { 'Content-Type': 'text/html' } })),
  );
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  response.setHeader('set-cookie', answer.headers.getSetCookie());
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}).listen(Number(port), 'localhost', () => console.log(`Local: ${origin}`));

async function bundled() {
  const { resolve } = createRequire(import.meta.url);
  const outfile = join(process.cwd(), 'stand-in.mjs');
  await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'jsx' },
    ...{ bundle: true, outfile, platform: 'node', format: 'esm', jsx: 'automatic', logLevel: 'error' },
    tsconfigRaw: '{}', // a tsconfig.json in a folder above is another project's
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
    plugins: [
      {
        name: 'what the app installs',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^next-auth$/ }, () => ({ path: 'next-auth', namespace: 'stand-in' }));
          onLoad({ filter: /./, namespace: 'stand-in' }, () => ({
            contents: NEXT_AUTH,
            resolveDir: import.meta.dirname,
          }));
          onResolve({ filter: /^react/ }, ({ path }) => ({ path: resolve(path) }));
        },
      },
    ],
  });
  const module = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  return module;
}
