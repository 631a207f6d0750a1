import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { OAuthMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import express, { type Express } from 'express';
import { WebApp } from './web-app.js';

interface Introspected {
  readonly active: boolean;
  readonly sub?: string;
  readonly client_id: string;
  readonly scope?: string;
  readonly exp: number;
  readonly aud: string;
}

/** An MCP server as its maker writes it with the SDK: a resource server with one tool, which asks Hearth about each token. */
export class ToolServer {
  private constructor(
    private readonly app: Express,
    private readonly web: WebApp,
  ) {}

  static async start(): Promise<ToolServer> {
    const app = express();
    return new ToolServer(app, await WebApp.start(() => app));
  }

  /** What Hearth knows it by, and clients are given. */
  get url(): string {
    return `${this.web.url}/mcp`;
  }

  /**
   * @param issuer where its tokens come from
   * @param credentials `client_id:secret` of a client that introspects it
   * @param scopesSupported what its metadata say; undefined: nothing
   */
  async protect(issuer: string, credentials: string, scopesSupported?: string[]): Promise<void> {
    const resourceServerUrl = new URL(this.url);
    const found = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
    const oauthMetadata = OAuthMetadataSchema.parse(await found.json());
    const Authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const verifyAccessToken = async (token: string) => {
      const body = new URLSearchParams({ token });
      const asked = await fetch(`${issuer}/introspect`, { method: 'POST', body, headers: { Authorization } });
      const said = (await asked.json()) as Introspected;
      if (!said.active) throw new InvalidTokenError('The token is not active');
      const { client_id: clientId, scope, exp: expiresAt, aud, sub } = said;
      const scopes = scope?.split(' ') ?? [];
      return { token, clientId, expiresAt, scopes, resource: new URL(aud), extra: { sub } };
    };
    this.app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported }));
    const bearer = requireBearerAuth({
      ...{ verifier: { verifyAccessToken }, expectedResource: resourceServerUrl },
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
    });
    this.app.post('/mcp', bearer, express.json(), async (request, response) => {
      const server = toolsOfOneRequest();
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      response.on('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response, request.body);
    });
    this.app.use('/mcp', bearer, (_request, response) => void response.status(405).end());
  }

  close(): Promise<void> {
    return this.web.close();
  }
}

/** Its only tool tells who is calling. */
function toolsOfOneRequest(): McpServer {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Tells who is calling' }, ({ authInfo }) => {
    const { clientId, scopes, extra } = authInfo ?? {};
    return { content: [{ type: 'text', text: JSON.stringify({ clientId, scopes, sub: extra?.sub }) }] };
  });
  return server;
}
