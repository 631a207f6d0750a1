import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import {
  authorizePath,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  VERIFIER,
} from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { NOTES, PublishedDocuments } from '../../support/published-documents.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const TOOLS = 'https://tools.example/mcp';
const DIARY = 'https://diary.example/mcp';

describe('an application that nobody registered, at a registered resource server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ UNREGISTERED_CLIENTS: 'on' });
    new PublishedDocuments(server);
    const scopes = ['notes.read read your notes', 'notes.write change your notes'];
    const common = { clients: ['*'], scopes };
    await server.get(Bootstrap).apply({
      resources: [
        { ...common, id: 'tools', identifier: TOOLS, name: 'Tools', defaultScopes: ['notes.read'] },
        { ...common, id: 'diary', identifier: DIARY, name: 'Diary' },
      ],
    });
  });
  afterAll(() => server.close());

  it('without a scope asks for the default scopes of the resource, as MCP clients do', async () => {
    const tab = await new CookieBrowser(server).begin(NOTES, { ...pkceOf(), resource: TOOLS });
    await tab.signIn(ANNA);
    const page = (await tab.show()).text;
    expect([page.includes('read your notes'), page.includes('change your notes')]).toEqual([true, false]);
    expect(page).not.toContain('can change nothing');
    const { code } = await tab.allow();
    const answer = await exchange(server, NOTES, code, { code_verifier: VERIFIER, resource: TOOLS });
    expect(answer).toMatchObject({ status: 200, body: { scope: 'notes.read' } });
    const { access_token: token } = answer.body as unknown as { access_token: string };
    const headers = { Authorization: `Bearer ${token}` };
    expect((await request(server, { path: '/userinfo', headers })).status).toBe(401); // it is for another server
  });

  it('is told what it may ask for where the resource has no default scopes', async () => {
    const path = authorizePath(NOTES, { ...pkceOf(), resource: DIARY });
    expect(redirectOf(await new CookieBrowser(server).get(path)).parameters).toMatchObject({
      error: 'invalid_scope',
      error_description: 'scope is required: ask for any of notes.read, notes.write.',
    });
  });
});
