import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { challengeOf, pkceOf } from '../support/authorization.js';
import { DocumentHost } from '../support/document-host.js';
import { ServerProcess } from '../support/server-process.js';

const CALLBACK = 'http://127.0.0.1:4711/callback';

describe('documents of clients, fetched by TLS from inside the network (D426)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-'));
  let host: DocumentHost;
  let trusting: ServerProcess;
  beforeAll(async () => {
    host = await DocumentHost.start(folder);
    trusting = await ServerProcess.spawn(folder, {
      UNREGISTERED_CLIENTS: host.host,
      JWKS_INSIDE_NETWORKS: '127.0.0.0/8,::1',
      NODE_EXTRA_CA_CERTS: host.caFile,
    });
    await trusting.ready();
  });
  afterAll(async () => {
    await trusting.stop();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (clientId: string) => {
    const query = new URLSearchParams({
      ...{ client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' },
      ...pkceOf(),
    });
    return fetch(`${trusting.url}/authorize?${query.toString()}`, { redirect: 'manual' });
  };

  it('lead to the sign-in', async () => {
    host.documents.set('/client.json', { redirect_uris: ['http://127.0.0.1/callback'] });
    const answer = await ask(host.urlOf('/client.json'));
    expect(answer.status).toBe(302);
    expect(challengeOf(answer.headers.get('location') ?? '')).not.toBeNull();
    expect(host.fetched).toEqual(['/client.json']);
  });

  it('are not looked for elsewhere', async () => {
    host.answers.set('/moved.json', (response) =>
      response.writeHead(302, { Location: '/client.json' }).end(),
    );
    host.fetched.length = 0;
    const answer = await ask(host.urlOf('/moved.json'));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('redirects are not followed');
    expect(host.fetched).toEqual(['/moved.json']);
  });

  it('are not asked of a host that the operator does not name', async () => {
    host.fetched.length = 0;
    const { port } = new URL(`https://${host.host}`);
    expect((await ask(`https://127.0.0.1:${port}/client.json`)).status).toBe(400);
    expect(host.fetched).toEqual([]);
  });
});
