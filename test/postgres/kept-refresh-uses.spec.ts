import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refresh, tokensFor } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';
import { grantRow } from '../support/token-forge.js';

describe('when a refresh token that stays was used is written later (D447)', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes();
  });
  afterAll(() => nodes.close());

  const kept = async () => (await tokensFor(nodes.a, ANNA, 'Bearer', CLIENTS.keeper)).refresh_token;

  it('at the latest when the node stops', async () => {
    const token = await kept();
    const last = await nodes.start();
    expect((await refresh(last, token, CLIENTS.keeper)).status).toBe(200);
    await last.close();
    expect((await grantRow(nodes.a, token)).refreshed_at).toEqual(last.clock.now());
  });

  it('once, the latest, where many requests on two nodes use many tokens at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, kept));
    const both = [...tokens, ...tokens.reverse()].flatMap((token) => [
      refresh(nodes.a, token, CLIENTS.keeper),
      refresh(nodes.b, token, CLIENTS.keeper),
    ]);
    expect(new Set((await Promise.all(both)).map(({ status }) => status))).toEqual(new Set([200]));
    for (const token of tokens) {
      const row = await eventually(async () => {
        const found = await grantRow(nodes.a, token);
        return found.refreshed_at && found;
      });
      expect(row).toMatchObject({ generation: 0, grace_floor: 0, refreshed_from: '127.0.0.1' });
    }
  });
});
