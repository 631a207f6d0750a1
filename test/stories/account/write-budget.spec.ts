import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PictureConverter } from '../../../src/identity/families/picture-converter.js';
import { Budgets } from '../../../src/platform/throttle/budgets.js';
import { BudgetSpent } from '../../../src/platform/throttle/budget-spent.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { provision, resultOf } from '../../support/invitations.js';
import { picture } from '../../support/pictures.js';
import { pageRoutes, type Route } from '../../support/routes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const BUDGETS = ['accountWrites', 'sensitiveWrites', 'proofWrites'] as const;
type Name = (typeof BUDGETS)[number];
const AT_ONCE = 200;
const ADDRESS = '127.0.0.1';

describe("writes from an account's pages are limited (D316)", () => {
  let server: TestServer;
  let me: Member;
  let browser: CookieBrowser;
  let writing: Route[];
  beforeAll(async () => {
    server = await startApp();
    [me, browser] = await newcomer();
    writing = pageRoutes(server).filter(
      ({ operation }) => operation.account === 'browser' && operation.writes,
    );
  });
  afterAll(() => server.close());

  async function newcomer(): Promise<[Member, CookieBrowser]> {
    const who = await newMember(server);
    const fresh = new CookieBrowser(server);
    await fresh.signIn(who);
    return [who, fresh];
  }
  const rename = (by: CookieBrowser, name: string) =>
    by.post('/account/profile', { name, country: '', language: 'en' });
  /** @returns how often it could be spent */
  async function drain(name: Name, { id }: Member): Promise<number> {
    for (let times = 0; ; times++)
      try {
        await server.get(Budgets).spend(name, { accountId: id, address: ADDRESS });
      } catch (cause) {
        if (cause instanceof BudgetSpent) return times;
        throw cause;
      }
  }

  it('accepts two hundred at once, on each budget; then answers 429 in the reader’s language, and saves nothing', async () => {
    expect((await rename(browser, 'First')).status).toBe(200);
    expect(await drain('accountWrites', me)).toBe(AT_ONCE - 1);
    const events = await new AuditTrail(server).of(async () => {
      const { status, headers, text } = await browser.post(
        '/account/profile',
        { name: 'Second', country: '', language: 'en' },
        { 'Accept-Language': 'de', Accept: 'text/html' },
      );
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '3', 'no-store']);
      expect(text).toContain('<h1>Zu viele Anfragen</h1>');
      expect(text).toContain('<html lang="de"');
    });
    const details = { budget: 'accountWrites', of: 'account', count: 1 };
    expect(events).toEqual([
      { action: 'budget.spent', outcome: 'refused', account: me.id, address: ADDRESS, details },
    ]);
    expect(await rows(server, 'SELECT name FROM account WHERE id = $1', [me.id])).toEqual([
      { name: 'First' },
    ]);
    server.clock.advance({ seconds: 3 }); // they recover evenly
    expect((await rename(browser, 'Third')).status).toBe(200);
    expect((await rename(browser, 'Fourth')).status).toBe(429);
  });

  const budgetOf = ({ operation: { isProof, isSensitive } }: Route): Name => {
    if (isProof) return 'proofWrites';
    return isSensitive === null ? 'accountWrites' : 'sensitiveWrites';
  };

  it('covers every form of an account, with the one of three budgets that it declares', async () => {
    for (const emptied of BUDGETS) {
      const [who, its] = await newcomer();
      await its.confirm(who);
      await drain(emptied, who);
      for (const route of writing) {
        if (budgetOf(route) !== emptied) continue;
        const { path, operation } = route;
        const { status, text } = await its.post(path);
        expect([operation.name, status, text]).toEqual([
          operation.name,
          429,
          expect.stringContaining('by one account'),
        ]);
      }
    }
    expect(new Set(writing.map(budgetOf)).size).toBe(BUDGETS.length);
  });

  it("one account's budget is not another's, and pages can still be read", async () => {
    const [who, its] = await newcomer();
    await drain('accountWrites', who);
    expect((await its.get('/account')).status).toBe(200);
    const [, others] = await newcomer();
    expect((await rename(others, 'Other')).status).toBe(200);
  });

  it('a thief who keeps writing with the session does not keep its owner from signing it out', async () => {
    const [who, thief] = await newcomer();
    await drain('accountWrites', who);
    const owner = new CookieBrowser(server);
    await owner.signIn(who);
    const answer = await owner.post('/account/end-others');
    expect([answer.status, answer.headers.location]).toEqual([303, '/account/devices']);
    expect((await thief.get('/account')).headers.location).toMatch(/^\/sign-in/);
  });

  it('nor from confirming, whatever else was sent; and the limit there does not speak of a change', async () => {
    const [who, owner] = await newcomer();
    for (const name of ['accountWrites', 'sensitiveWrites'] as const) await drain(name, who);
    server.clock.advance({ minutes: 5, seconds: 1 });
    for (const name of ['accountWrites', 'sensitiveWrites'] as const) await drain(name, who);
    expect((await owner.post('/confirm?next=%2Faccount', { current: who.password })).status).toBe(303);
    await drain('proofWrites', who);
    const { status, text } = await owner.post(
      '/confirm',
      { current: who.password },
      { Accept: 'text/html', 'Accept-Language': 'en' },
    );
    expect([status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([429, 'Too many requests']);
    expect(text).not.toMatch(/chang/i);
  });

  it('converts one picture of an account at a time: the next is refused, and other accounts continue', async () => {
    const upload = await picture('png');
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Painted' }));
    const members = await Promise.all([newcomer(), newcomer()]);
    for (const [{ id: accountId }] of members)
      resultOf(await provision(server, 'addaccount2family', { accountId, familyId, AccountType: '1' }));
    const send = async ([, by]: [Member, CookieBrowser]) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(upload)]), 'family.png');
      const Cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
      const answer = await fetch(`${server.url}/account/families/${familyId}/picture`, {
        ...{ method: 'POST', headers, body: form },
      });
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        text: await answer.text(),
      };
    };
    const converter = server.get(PictureConverter);
    const toWebp = converter.toWebp.bind(converter);
    const begun: (() => void)[] = [];
    const waits = (pictures: number) =>
      eventually(() => Promise.resolve(begun.length >= pictures ? true : null));
    converter.toWebp = async (...asked) => {
      await new Promise<void>((resolve) => begun.push(resolve));
      return toWebp(...asked);
    };
    try {
      const [one, other] = members;
      const first = send(one);
      await waits(1);
      const second = await send(one);
      expect([second.status, second.retryAfter]).toEqual([429, '5']);
      expect(second.text).toContain('Your last picture is still being prepared.');
      const beside = send(other);
      await waits(2);
      for (const go of begun) go();
      expect([(await first).status, (await beside).status]).toEqual([200, 200]);
      const third = send(one); // it no longer waits
      await waits(3);
      begun[2]();
      expect((await third).status).toBe(200);
    } finally {
      converter.toWebp = toWebp;
    }
    expect(await count(server, 'picture', `family_id = ${familyId}`)).toBe(1);
  });
});
