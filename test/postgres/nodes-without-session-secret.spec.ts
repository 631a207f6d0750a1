import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionSecrets } from '../../src/identity/sessions/session-secrets.js';
import { AppConfig } from '../../src/platform/config/app-config.js';
import { Database } from '../../src/platform/database/database.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { FixedClock } from '../support/fixed-clock.js';
import { request } from '../support/http.js';
import { LegacyClient } from '../support/legacy-client.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';

const PATH = '/api/acc/getloggedaccount';

describe('nodes on one database, outside production and without SESSION_SECRET (D375)', () => {
  let nodes: Nodes;
  let elsewhere: TestServer;
  beforeAll(async () => {
    nodes = await startNodes(new FixedClock(), { SESSION_SECRET: '' });
    elsewhere = await nodes.start({ DATA_DIR: mkdtempSync(join(tmpdir(), 'hearth-elsewhere-')) });
  });
  afterAll(() => nodes.close());

  it("recognize each other's sessions, whatever folder and machine they are on", async () => {
    const all = [nodes.a, nodes.b, elsewhere];
    for (const node of all) {
      const session = new LegacyClient(node);
      await session.signIn(ANNA);
      const headers = { Cookie: session.cookie as string };
      for (const other of all) expect((await request(other, { path: PATH, headers })).status).toBe(200);
    }
  });

  it('that start at once on a new database agree on the secret; another database has another', async () => {
    const listed = async (node: TestServer) =>
      (await sessionSecrets(node.get(AppConfig), node.get(Database))).listed;
    const before = await listed(nodes.a);
    expect(before[0]).toMatch(/^[\w-]{43}$/);
    await rows(nodes.a, 'DELETE FROM instance_secret');
    const made = await Promise.all([nodes.a, nodes.b, elsewhere, nodes.a, nodes.b].map(listed));
    expect(new Set(made.flat()).size).toBe(1);
    expect(made[0]).not.toEqual(before);
  });
});
