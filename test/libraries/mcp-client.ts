import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { AddClientAuthentication, OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fileURLToPath } from 'node:url';

/** What the only tool of a ToolServer tells. */
export interface Caller {
  readonly clientId: string;
  readonly scopes: string[];
  readonly sub?: string;
}

/** A client of the SDK, connected. */
export async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

export async function whoami(client: Client): Promise<Caller> {
  const { content } = await client.callTool({ name: 'whoami' });
  const [{ text }] = content as [{ text: string }];
  return JSON.parse(text) as Caller;
}

/** An application on a device with the SDK: knows the URL of its document, and keeps what it gets in memory. */
export class MemoryProvider implements OAuthClientProvider {
  /** Where it sent the user last. */
  link: URL | undefined;
  kept: OAuthTokens | undefined;
  private information: OAuthClientInformationMixed | undefined;
  private verifier = '';

  constructor(
    readonly clientMetadataUrl: string,
    readonly redirectUrl: string,
    /** undefined: it is public. */
    readonly addClientAuthentication?: AddClientAuthentication,
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return { redirect_uris: [this.redirectUrl] };
  }
  state(): string {
    return 'st';
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.information;
  }
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens(): OAuthTokens | undefined {
    return this.kept;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(link: URL): void {
    this.link = link;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
  }
}

const MCP_REMOTE = fileURLToPath(new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url));
const LINK = /Please authorize this client by visiting:\s+(\S+)/;

/** mcp-remote as a program of an MCP host, which speaks to it by stdio. */
export class McpRemote {
  readonly transport: StdioClientTransport;
  private said = '';

  /** @param folder its home */
  constructor(folder: string, ...args: string[]) {
    this.transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [MCP_REMOTE, ...args], stderr: 'pipe', cwd: folder },
      env: { PATH: process.env.PATH ?? '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
    });
    this.transport.stderr?.on('data', (part: Buffer) => (this.said += part.toString()));
  }

  /** The address that it opens in the user's browser; null: none yet. */
  get link(): string | null {
    return LINK.exec(this.said)?.[1] ?? null;
  }
}
