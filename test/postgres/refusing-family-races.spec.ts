import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DocumentClients } from '../../src/oauth/documents/document-clients.js';
import { FamilyService } from '../../src/identity/families/family.service.js';
import { Database } from '../../src/platform/database/database.js';
import { consentFormOf, CookieBrowser, pkceOf } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { NOTES, PublishedDocuments } from '../support/published-documents.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { untilWaiting } from '../support/waiting.js';

const ASKED = { scope: 'openid', ...pkceOf() };

describe('a family refuses applications that nobody registered while a member allows one, on two nodes (D430)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let familyId: string;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes(undefined, { UNREGISTERED_CLIENTS: 'on' }));
    new PublishedDocuments(a, b);
    [{ id: familyId }] = await rows<{ id: string }>(a, 'SELECT id::text FROM family LIMIT 1');
  });
  afterAll(() => close());
  let anna: CookieBrowser;
  let ben: CookieBrowser;
  beforeEach(async () => {
    a.clock.advance({ minutes: 31 });
    [anna, ben] = [new CookieBrowser(a), new CookieBrowser(b)];
    await anna.signIn(ANNA);
    await ben.signIn(BEN);
  });
  afterEach(async () => {
    await anna.post(`/account/families/${familyId}/strangers`, {});
    await rows(a, `DELETE FROM client WHERE kind = 'document'`);
  });

  const refuse = () => anna.postAlone(`/account/families/${familyId}/strangers`, { refuses: 'on' });
  const stored = () =>
    rows(
      a,
      `SELECT FROM client JOIN consent ON consent.client_id = client.id WHERE client.kind = 'document'`,
    );
  /** The member before the question. */
  const asked = async () => {
    const tab = await ben.begin(NOTES, ASKED);
    const form = consentFormOf(await tab.show());
    return { path: tab.path, allow: () => tab.decide({ ...form, decision: 'allow' }) };
  };

  it('the "no" that is about to be committed is waited for, and wins', async () => {
    const { path, allow } = await asked();
    let answer: ReturnType<typeof allow> | undefined;
    await a.get(Database).transaction(async (tx) => {
      await a.get(FamilyService).update(tx, familyId, { refusesUnregistered: true });
      answer = allow();
      await untilWaiting(a);
    });
    const { status, headers } = (await answer) ?? {};
    expect({ status, location: headers?.location }).toEqual({ status: 303, location: path });
    expect(await stored()).toEqual([]);
    expect(await rows(a, `SELECT FROM client WHERE kind = 'document'`)).toEqual([]);
    expect((await ben.get(path)).status).toBe(403);
  });

  it('a "no" that comes while the consent is stored waits for it, and leaves it', async () => {
    const { allow } = await asked();
    const documents = b.get(DocumentClients);
    const keep = documents.keep.bind(documents);
    let refusal: ReturnType<typeof refuse> | undefined;
    documents.keep = async (...args) => {
      refusal = refuse();
      await untilWaiting(a);
      return keep(...args);
    };
    const { headers } = await allow().finally(() => (documents.keep = keep));
    expect(headers.location).toMatch(/[?&]code=/);
    expect((await refusal)?.status).toBe(303);
    expect(await stored()).toHaveLength(1);
    const page = await (await ben.begin(NOTES, ASKED)).show();
    expect(page.status).toBe(403);
  });

  it('both at once end, and the consent is stored only if it was first', async () => {
    for (let round = 0; round < 10; round++) {
      const { path, allow } = await asked();
      const acts = [allow, refuse];
      const answers = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      for (const { status } of answers) expect([302, 303]).toContain(status);
      const isAllowed = answers.some(({ headers }) => headers.location?.includes('code='));
      const isRefused = answers.some(({ headers }) => headers.location === path);
      expect({ isAllowed, stored: (await stored()).length }).toEqual({
        isAllowed: !isRefused,
        stored: isAllowed ? 1 : 0,
      });
      await anna.post(`/account/families/${familyId}/strangers`, {});
      await rows(a, `DELETE FROM client WHERE kind = 'document'`);
    }
  });
});
