import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, tokensFor } from '../../support/a01.js';
import { count } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { mismatches, openApi } from '../../support/openapi-document.js';
import { NO_SUCH, Partner, type Fields } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const LISTS: [call: string, what: 'accounts' | 'families'][] = [
  ['listaccounts', 'accounts'],
  ['listfamilies', 'families'],
];

interface Page {
  readonly ids: string[];
  readonly rows: readonly Fields[];
  readonly next: string;
}

describe('lists of what a client may provision (D393)', () => {
  let server: TestServer;
  let all: Partner;
  let own: Partner;
  let mine: Record<'accounts' | 'families', string[]>;
  beforeAll(async () => {
    server = await startApp();
    all = new Partner(server);
    own = await newPartner(server, 'lister', { provisions: 'own' });
    mine = { accounts: [], families: [] };
    for (let i = 0; i < 5; i++) {
      await all.account(await all.family()); // between its own
      const familyId = await own.family({ FamilyName: `Own ${i}`, Premium_Type: '2' });
      mine.families.push(familyId);
      mine.accounts.push(await own.account(familyId, { UserName: `Lou ${i}` }));
    }
  });
  afterAll(() => server.close());

  const page = async (by: Partner, call: string, fields: Fields = {}): Promise<Page> => {
    const { status, body } = await by.call(call, fields);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { next, ...lists } = body.a01.r.r as unknown as Record<string, Fields[]> & { next: string };
    const [rows] = Object.values(lists);
    return { rows, next, ids: rows.map((row) => row.accountId ?? row.familyId) };
  };

  it.each(LISTS)(
    '%s: a client that is held to its own sees its own, the oldest first',
    async (call, what) => {
      expect(await page(own, call)).toMatchObject({ ids: mine[what], next: '' });
    },
  );

  it.each(LISTS)('%s: page by page, each once, to the end', async (call, what) => {
    const seen: string[] = [];
    let after = '0';
    for (let pages = 1; after !== ''; pages++) {
      const { ids, next } = await page(own, call, { after, limit: '2' });
      expect(ids).toHaveLength(pages === 3 ? 1 : 2);
      seen.push(...ids);
      after = next;
    }
    expect(seen).toEqual(mine[what]);
  });

  it.each(LISTS)('%s: a page that ends with the last one has no next', async (call) => {
    expect((await page(own, call, { limit: '5' })).next).toBe('');
    expect((await page(own, call, { limit: '4' })).next).not.toBe('');
    expect(await page(own, call, { after: NO_SUCH })).toEqual({ ids: [], rows: [], next: '' });
  });

  it.each(LISTS)('%s: stays in order while rows come and go', async (call, what) => {
    const partner = await newPartner(server, `moving-${what}`, { provisions: 'own' });
    const make = async (): Promise<string> => {
      const familyId = await partner.family();
      return what === 'families' ? familyId : partner.account(familyId);
    };
    const made = [await make(), await make(), await make()];
    const first = await page(partner, call, { limit: '2' });
    if (what === 'families') await partner.result('deletefamily', { familyId: made[1] });
    else await partner.result('deleteaccount', { accountId: made[1] });
    const latest = await make();
    expect(await page(partner, call, { after: first.next })).toMatchObject({
      ids: [made[2], latest],
      next: '',
    });
  });

  it.each(LISTS)('%s: a client with all sees all, a hundred at once at most', async (call, what) => {
    const table = what === 'accounts' ? 'account' : 'family';
    for (let i = await count(server, table); i <= 101; i++)
      await (what === 'families' ? all.family() : all.account(mine.families[0]));
    const first = await page(all, call);
    expect(first.ids).toHaveLength(100);
    const second = await page(all, call, { after: first.next });
    expect(first.ids.length + second.ids.length).toBe(await count(server, table));
    expect(new Set([...first.ids, ...second.ids]).size).toBe(await count(server, table));
  });

  it('tells a name, and of a family its premium type: the rest is in getaccount', async () => {
    const [account] = (await page(own, 'listaccounts')).rows;
    expect(account).toEqual({ accountId: mine.accounts[0], name: 'Lou 0' });
    const [family] = (await page(own, 'listfamilies')).rows;
    expect(family).toEqual({ familyId: mine.families[0], familyName: 'Own 0', premiumType: '2' });
  });

  it.each(
    LISTS.flatMap(([call]) => ['0', '101', '-1', '1.5', 'ten', '00000000000'].map((limit) => [call, limit])),
  )('%s: refuses %s as a limit', async (call, limit) => {
    const { status, body } = await own.call(call, { limit });
    expect([status, body.a01.ex.name]).toEqual([400, 'FizApiInvalidParameterException']);
    expect(body.a01.ex.message).toContain('limit');
  });

  it.each(LISTS)('%s: refuses an after that is no number', async (call) => {
    const { status, body } = await own.call(call, { after: "7' OR 1=1" });
    expect([status, body.a01.ex.message]).toEqual([400, 'after must be a whole number in digits.']);
  });

  it.each(LISTS)('%s: is for the client itself, by its ruleset', async (call) => {
    const token = (await tokensFor(server, ANNA)).access_token;
    expect((await new Partner(server, bearer(token)).call(call)).status).toBe(509);
    expect((await new Partner(server, {}).call(call)).status).toBe(509);
  });

  it.each(LISTS)('%s: answers as the document says', async (call) => {
    const { status, body } = await own.call(call);
    expect(mismatches(await openApi(server), `/api/prov/${call}`, status, body)).toEqual([]);
  });
});
