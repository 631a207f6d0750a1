import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const server = new URL('http://localhost:4006/mcp'); // all that it knows of the server
const redirectUrl = 'http://127.0.0.1:4007/callback';

const state = randomUUID();
const kept = {};
const authProvider = {
  redirectUrl,
  clientMetadata: { redirect_uris: [redirectUrl] },
  clientInformation: () => ({ client_id: 'family-agent' }),
  state: () => state,
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: (address) => console.log(`Open ${address}`),
};

const { port, hostname } = new URL(redirectUrl);
const listener = createServer().listen(Number(port), hostname);
await once(listener, 'listening');

/** Waits for the browser. @returns the code that it brings */
async function codeFromBrowser() {
  const [request, response] = await once(listener, 'request');
  response.writeHead(200, { Connection: 'close' }).end('You can close this page.');
  const { code, error, ...answer } = Object.fromEntries(new URL(request.url, redirectUrl).searchParams);
  if (error || answer.state !== state) throw new Error(error ?? 'This answers another request.');
  return code;
}

async function connect() {
  const transport = new StreamableHTTPClientTransport(server, { authProvider });
  const client = new Client({ name: 'family-agent', version: '1.0.0' });
  await client.connect(transport).catch(async (cause) => {
    if (!(cause instanceof UnauthorizedError)) throw cause;
    await transport.finishAuth(await codeFromBrowser());
  });
  return client;
}

await connect(); // refused without a token, it sends the person to Hearth
const client = await connect();
const { content } = await client.callTool({ name: 'whoami' });
console.log(content[0].text);
await client.close();
listener.close();
