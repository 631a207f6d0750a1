import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DocumentHost } from '../support/document-host.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { KeyClient } from '../support/key-client.js';
import { ANNA, LibraryServer } from './library-server.js';
import { connected, MemoryProvider, McpRemote, whoami } from './mcp-client.js';
import { ToolServer } from './tool-server.js';
import { userFollows } from './user.js';

const INTROSPECTS = { clientId: 'tool-server', clientSecret: 'Tool-server-secret-0123456789-ABCDEFGHIJKL' };
/** What the metadata of each tool server say of scopes. */
const SCOPES_SUPPORTED = { quiet: undefined, none: [], named: ['tools.call', 'tools.write'] };
type Tools = keyof typeof SCOPES_SUPPORTED;
const NAMES = Object.keys(SCOPES_SUPPORTED) as Tools[];

const GIBIBYTE = 2 ** 30;

/** Answers with a GiB of blanks. @param isOver hears how much was sent when the connection ends */
function endless(response: ServerResponse, isOver: (bytes: number) => void): void {
  let bytes = 0;
  const part = Buffer.alloc(64 * 1024, ' ');
  const more = () => {
    while (bytes < GIBIBYTE) {
      bytes += part.length;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on('drain', more).on('close', () => isOver(bytes));
  more();
}

/** Clients of the Model Context Protocol know the URL of a server and that of their document, and nothing else (D425). */
describe('MCP clients go from a URL to a tool call', () => {
  const folder = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'mcp-'));
  const tools = {} as Record<Tools, ToolServer>;
  let host: DocumentHost;
  let clientId: string;
  let server: LibraryServer;
  beforeAll(async () => {
    host = await DocumentHost.start(folder);
    clientId = host.urlOf('/client.json');
    host.documents.set('/client.json', {
      client_name: 'Agent',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/oauth/callback'],
    });
    for (const name of NAMES) tools[name] = await ToolServer.start();
    const client = { ...INTROSPECTS, name: 'Tools', ruleset: 'WEB', clientType: 'confidential' as const };
    const resources = NAMES.map((id) => ({
      ...{ id, name: 'Tools', identifier: tools[id].url, clients: ['*'] },
      ...{ scopes: ['tools.call Call tools', 'tools.write Change tools'], defaultScopes: ['tools.call'] },
      introspectionClients: [INTROSPECTS.clientId],
    }));
    server = await LibraryServer.start(
      { clients: [client], resources },
      {
        UNREGISTERED_CLIENTS: host.host,
        JWKS_INSIDE_NETWORKS: '127.0.0.0/8,::1',
        NODE_EXTRA_CA_CERTS: host.caFile,
      },
    );
    const credentials = `${INTROSPECTS.clientId}:${INTROSPECTS.clientSecret}`;
    for (const name of NAMES) await tools[name].protect(server.url, credentials, SCOPES_SUPPORTED[name]);
  });
  afterAll(async () => {
    await server.close();
    for (const each of Object.values(tools)) await each.close();
    await host.close();
  });

  const codeFor = async (link: URL) => (await userFollows(link, ANNA)).searchParams.get('code') ?? '';
  const asked = (link: URL) => {
    const { client_id, resource, scope, code_challenge_method } = Object.fromEntries(link.searchParams);
    return { client_id, resource, scope, code_challenge_method };
  };

  describe('the MCP SDK, by clientMetadataUrl', () => {
    const transportTo = (name: Tools, authProvider: MemoryProvider) =>
      new StreamableHTTPClientTransport(new URL(tools[name].url), { authProvider });
    /** Asks, and sends the user. */
    const begun = async (name: Tools, provider: MemoryProvider) => {
      const transport = transportTo(name, provider);
      await expect(connected(transport)).rejects.toThrow(UnauthorizedError);
      return { transport, link: provider.link as URL };
    };
    const newProvider = async (...of: [string, ReturnType<typeof createPrivateKeyJwtAuth>] | []) => {
      const [id = clientId, byKey] = of;
      return new MemoryProvider(id, `http://127.0.0.1:${await freePort()}/callback`, byKey);
    };
    const signedIn = async (name: Tools) => {
      const provider = await newProvider();
      const { transport, link } = await begun(name, provider);
      await transport.finishAuth(await codeFor(link));
      return { provider, link };
    };
    const calls = async (name: Tools, provider: MemoryProvider) => {
      const client = await connected(transportTo(name, provider));
      const caller = await whoami(client);
      await client.close();
      return caller;
    };

    it('without a scope, for the default scopes of the resource', async () => {
      const { provider, link } = await signedIn('quiet');
      const resource = tools.quiet.url;
      expect(asked(link)).toEqual({
        client_id: clientId,
        resource,
        scope: undefined,
        code_challenge_method: 'S256',
      });
      expect(await calls('quiet', provider)).toEqual({ clientId, scopes: ['tools.call'], sub: '1' });
      expect(host.fetched).toEqual(['/client.json']);
    });

    it('with the scopes that the server names', async () => {
      const { provider, link } = await signedIn('named');
      expect(asked(link).scope).toBe('tools.call tools.write');
      expect(await calls('named', provider)).toMatchObject({ scopes: ['tools.call', 'tools.write'] });
    });

    it('refreshes, and sends the user again after the grant has ended', async () => {
      const { provider } = await signedIn('none');
      const first = provider.kept;
      provider.kept = { ...provider.kept, access_token: 'expired', token_type: 'Bearer' };
      expect(await calls('none', provider)).toMatchObject({ clientId });
      expect(provider.kept.refresh_token).not.toBe(first?.refresh_token);
      const body = new URLSearchParams({ token: provider.kept.refresh_token ?? '', client_id: clientId });
      expect((await fetch(`${server.url}/revoke`, { method: 'POST', body })).status).toBe(200);
      provider.link = undefined;
      expect(asked((await begun('none', provider)).link)).toMatchObject({ client_id: clientId });
    });

    describe('by a key, with private_key_jwt in its document (D435)', () => {
      const INSIDE = '/inside.json';
      /** The user allowed it. */
      const allowed = async (path: string) => {
        const id = host.urlOf(path);
        const key = await KeyClient.make(id, { alg: 'RS256' });
        const keysPath = `${path}.keys`;
        host.documents.set(path, {
          ...{ redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'private_key_jwt' },
          jwks_uri: host.urlOf(keysPath),
        });
        host.documents.set(keysPath, JSON.stringify({ keys: [key.publicJwk] }));
        const { privateJwk: privateKey, alg } = key;
        const provider = await newProvider(
          id,
          createPrivateKeyJwtAuth({ issuer: id, subject: id, alg, privateKey: { ...privateKey } }),
        );
        const { transport, link } = await begun('quiet', provider);
        return { id, keysPath, provider, transport, code: await codeFor(link) };
      };

      it('goes from its document and the keys beside it to a tool call, and refreshes', async () => {
        const { id, keysPath, provider, transport, code } = await allowed('/keyed.json');
        await transport.finishAuth(code);
        expect(await calls('quiet', provider)).toEqual({ clientId: id, scopes: ['tools.call'], sub: '1' });
        provider.kept = { ...provider.kept, access_token: 'expired', token_type: 'Bearer' };
        expect(await calls('quiet', provider)).toMatchObject({ clientId: id });
        expect(host.fetched.filter((path) => path === keysPath)).toHaveLength(1);
      });

      it.each<[string, (response: ServerResponse) => void]>([
        ['lead elsewhere', (response) => void response.writeHead(302, { Location: INSIDE }).end()],
        ['are no JSON', (response) => void response.end('<html>')],
        ['are a document', (response) => void response.end(JSON.stringify({ client_id: 'x' }))],
      ])('gets no token while its keys %s, and one as soon as they are there', async (what, answer) => {
        const { keysPath, provider, transport, code } = await allowed(`/${what.replaceAll(' ', '-')}.json`);
        host.answers.set(keysPath, answer);
        await expect(transport.finishAuth(code)).rejects.toThrow('can not be fetched from its jwksUrl');
        expect(host.fetched).not.toContain(INSIDE);
        host.answers.delete(keysPath);
        await transport.finishAuth(code);
        expect(await calls('quiet', provider)).toMatchObject({ sub: '1' });
      });

      it('is read no further than 256 KiB of keys', async () => {
        const { keysPath, transport, code } = await allowed('/endless.json');
        let isOver: (bytes: number) => void = () => {};
        const sent = new Promise<number>((resolve) => (isOver = resolve));
        host.answers.set(keysPath, (response) => endless(response, isOver));
        await expect(transport.finishAuth(code)).rejects.toThrow('can not be fetched from its jwksUrl');
        expect(await sent).toBeLessThan(GIBIBYTE);
      });
    });

    it('gets no token of one server into another', async () => {
      const { provider } = await signedIn('quiet');
      const headers = { Authorization: `Bearer ${provider.kept?.access_token}` };
      expect((await fetch(tools.named.url, { method: 'POST', headers })).status).toBe(401);
      expect((await fetch(server.accountUrl, { headers })).status).toBe(401);
    });
  });

  describe('mcp-remote, by --client-metadata-url', () => {
    const begin = async (name: Tools, home = mkdtempSync(join(folder, 'home-'))) => {
      const args = [tools[name].url, String(await freePort()), '--client-metadata-url', clientId];
      const remote = new McpRemote(home, ...args);
      return { home, remote, client: connected(remote.transport) };
    };
    const signedIn = async (name: Tools) => {
      const { home, remote, client } = await begin(name);
      const link = new URL(await eventually(() => Promise.resolve(remote.link)));
      expect((await fetch(await userFollows(link, ANNA))).status).toBe(200);
      return { home, link, client: await client };
    };

    it('without a scope, for the default scopes of the resource; the next start needs no user', async () => {
      const { home, link, client } = await signedIn('none');
      const resource = tools.none.url;
      expect(asked(link)).toEqual({
        client_id: clientId,
        resource,
        scope: undefined,
        code_challenge_method: 'S256',
      });
      const caller = { clientId, scopes: ['tools.call'], sub: '1' };
      expect(await whoami(client)).toEqual(caller);
      await client.close();
      const next = await begin('none', home);
      expect(await whoami(await next.client)).toEqual(caller);
      expect(next.remote.link).toBeNull();
      await (await next.client).close();
    });

    it('with the scopes that the server names', async () => {
      const { client } = await signedIn('named');
      expect(await whoami(client)).toMatchObject({ scopes: ['tools.call', 'tools.write'] });
      await client.close();
    });

    it('with all scopes of Hearth where the server says nothing of scopes: none of them opens anything', async () => {
      const { link, client } = await signedIn('quiet');
      expect(asked(link).scope?.split(' ')).toContain('family.manage');
      expect(await whoami(client)).toEqual({ clientId, scopes: [], sub: '1' });
      await client.close();
    });
  });
});
