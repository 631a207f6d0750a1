import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Consents } from '../../src/oauth/consent/consents.js';
import { removeUnusedDocuments } from '../../src/oauth/consent/unused-documents.js';
import { DocumentClients } from '../../src/oauth/documents/document-clients.js';
import { Changes } from '../../src/platform/database/changes.js';
import { Database } from '../../src/platform/database/database.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { NOTES, PublishedDocuments } from '../support/published-documents.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const removeUnused = (server: TestServer) => removeUnusedDocuments(server.get(Database), server.get(Changes));

describe('applications that nobody registered, on two nodes (D427)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes(undefined, { UNREGISTERED_CLIENTS: 'on' }));
    new PublishedDocuments(a, b);
  });
  afterAll(() => close());
  beforeEach(() => rows(a, `DELETE FROM client WHERE kind = 'document'`));

  /** Allows it, as the consent page does. @param meanwhile runs while the row is held, before the consent is there */
  async function allow(node: TestServer, email: string, meanwhile = async (): Promise<void> => {}) {
    const account = await accountId(node, email);
    const client = await node.get(DocumentClients).find(NOTES.id, '192.0.2.1');
    await node.get(Database).transaction(async (tx) => {
      const { id: clientId } = await node.get(DocumentClients).keep(tx, client);
      await meanwhile();
      await node.get(Consents).add(tx, { accountId: account, clientId, scopes: ['openid'], signInId: null });
    });
  }
  const stored = () =>
    rows<{ consents: number }>(
      a,
      `SELECT (SELECT count(*)::int FROM consent WHERE client_id = c.id) AS consents FROM client c WHERE c.kind = 'document'`,
    );

  it('are one row after two consents at once', async () => {
    for (let round = 0; round < 10; round++) {
      await rows(a, `DELETE FROM client WHERE kind = 'document'`);
      await Promise.all([allow(a, ANNA.email), allow(b, BEN.email)]);
      expect(await stored()).toEqual([{ consents: 2 }]);
    }
  });

  it('are not removed while a consent is under way', async () => {
    await allow(a, ANNA.email);
    await rows(a, 'DELETE FROM consent');
    const removed: number[] = [];
    await allow(a, BEN.email, async () => void removed.push(await removeUnused(b)));
    expect({ removed, stored: await stored() }).toEqual({ removed: [0], stored: [{ consents: 1 }] });
  });

  it('lose no consent to a removal at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      await allow(a, ANNA.email);
      await rows(a, 'DELETE FROM consent');
      await Promise.all([allow(a, BEN.email), removeUnused(b)]);
      expect(await stored()).toEqual([{ consents: 1 }]);
      await rows(a, `DELETE FROM client WHERE kind = 'document'`);
    }
  });

  it('are removed after their last consent, many at a time', async () => {
    await allow(a, ANNA.email);
    await rows(
      a,
      `INSERT INTO client (client_id, name, ruleset_id, client_type, profile, kind, created_at)
       SELECT 'https://many.example/' || n, 'many.example', (SELECT id FROM ruleset WHERE name = 'UNREGISTERED'), 'public', 'strict',
              'document', now() FROM generate_series(1, 1200) n`,
    );
    expect(await removeUnused(b)).toBe(1200);
    expect(await stored()).toEqual([{ consents: 1 }]);
  });
});
