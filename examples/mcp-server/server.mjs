import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { ConfidentialClient } from 'hearth-client/server';

const { HEARTH, TOOLS } = process.env; // the address of Hearth, and client_id:secret of this server
const here = new URL('http://localhost:4006/mcp');
const [clientId, clientSecret] = TOOLS.split(':');
const hearth = new ConfidentialClient(HEARTH, { clientId, clientSecret });

/** Asks Hearth about the token of a request. */
async function verifyAccessToken(token) {
  const headers = { Authorization: `Basic ${Buffer.from(TOOLS).toString('base64')}` };
  const body = new URLSearchParams({ token });
  const said = await (await fetch(`${HEARTH}/introspect`, { method: 'POST', body, headers })).json();
  if (!said.active) throw new InvalidTokenError('The token is not active.');
  const { client_id, scope = '', exp, aud, sub } = said;
  const scopes = scope.split(' ');
  return { token, clientId: client_id, scopes, expiresAt: exp, resource: new URL(aud), extra: { sub } };
}

function tools() {
  const server = new McpServer({ name: 'family-tools', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Tells whom it acts for' }, async ({ authInfo }) => {
    const { name, families } = await hearth.call('prov/getaccount', { accountId: authInfo.extra.sub });
    const text = `${name} of ${families.map(({ familyName }) => familyName).join(' and ')}`;
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

const app = express();
const oauthMetadata = await (await fetch(`${HEARTH}/.well-known/oauth-authorization-server`)).json();
const scopesSupported = ['tools.call'];
app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: here, scopesSupported }));
const bearer = requireBearerAuth({
  verifier: { verifyAccessToken },
  requiredScopes: scopesSupported,
  expectedResource: here,
  resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(here),
});
app.post(here.pathname, bearer, express.json(), async (request, response) => {
  const server = tools(); // one for each request
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.use(here.pathname, bearer, (_request, response) => void response.status(405).end());
app.listen(Number(here.port), here.hostname, (problem) => {
  if (problem) throw problem;
  console.log(`Tools at ${here}`);
});
