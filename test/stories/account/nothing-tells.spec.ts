import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Database } from '../../../src/platform/database/database.js';
import { bearer, post, tokensFor } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { askForReset, newMember } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import {
  createAccount,
  invited,
  linkOf,
  newEmail,
  PASSWORD,
  provision,
  statusOf,
  submit,
} from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { statementsOf } from '../../support/statements-of.js';
import { unzip } from '../../support/unzip.js';

/** A family, and an address that its founder invites. */
interface Side {
  readonly founder: Founder;
  readonly address: string;
  /** Events of the address or its account, without the family. */
  readonly world: readonly (() => Promise<unknown>)[];
}

/** The initial state of the address, and its possible changes. */
type Beginning = (address: string) => Promise<readonly (() => Promise<unknown>)[]>;

const DAY = { days: 1 };
/** Time between two acts: shorter than the pause between links, longer, and longer than their validity. */
const TIMES = [{ minutes: 1 }, { minutes: 6 }, { minutes: 6 }, DAY, { days: 8 }];

describe('a family cannot find out whether an address has an account (D312)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9', NETWORK_MAILED_LINKS: '100000' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());

  const accountOf = async (address: string): Promise<string | null> => {
    const sql = 'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1';
    return (await rows<{ id: string }>(server, sql, [address]))[0]?.id ?? null;
  };
  const accounts = () => server.get(AccountService);
  /** Acts on the account of the address, if it has one. */
  const on =
    (address: string, act: (id: string) => Promise<unknown>): (() => Promise<unknown>) =>
    async () => {
      const id = await accountOf(address);
      if (id !== null) await act(id);
    };
  const declined = async (id: string): Promise<void> => {
    const path = await linkOf(server, id).catch(() => null);
    if (path === null) return;
    const decision = `${path.replace('/invitation/', '/proposal/')}/decision`;
    await new CookieBrowser(server).post(decision, { decision: 'decline' });
  };
  const invitedElsewhere = async (address: string): Promise<void> => {
    const other = await Founder.of(server, 'The Others');
    await other.invite(address);
  };
  const ofAnybody = (address: string) => [
    () => askForReset(server, new CookieBrowser(server), address),
    () => invitedElsewhere(address),
    () => createAccount(server, { Identifier: address }),
    on(address, declined),
    on(address, async (id) => {
      const path = await linkOf(server, id).catch(() => null);
      if (path === null) return;
      await new CookieBrowser(server).get(path);
      await submit(server, `${path}/resend`, {});
    }),
    async () => {
      const other = await newMember(server);
      const browser = new CookieBrowser(server);
      await browser.signIn(other);
      await browser.post('/account/identifiers', { identifier: address });
      if ((await accountOf(address)) === null) return;
      const path = await linkOf(server, other.id).catch(() => null);
      if (path !== null) await submit(server, path, {}); // takes over what only members invited
    },
  ];
  const ofAccount = (address: string) => [
    ...ofAnybody(address),
    on(address, (id) => accounts().disable(id)),
    on(address, (id) => accounts().enable(id)),
    on(address, (id) => server.get(Database).transaction((tx) => accounts().remove(tx, id))),
    on(address, (id) =>
      rows(server, 'DELETE FROM account_identifier WHERE account_id = $1 RETURNING 1', [id]),
    ),
  ];

  const BEGINNINGS: Readonly<Record<string, Beginning>> = {
    'an account': async (address) => {
      await newMember(server, { Identifier: address });
      return ofAccount(address);
    },
    'a disabled account': async (address) => {
      await accounts().disable((await newMember(server, { Identifier: address })).id);
      return ofAccount(address);
    },
    "a partner's pending account": async (address) => {
      await invited(server, { Identifier: address });
      return ofAccount(address);
    },
    'an account that has it beside another one, unconfirmed': async (address) => {
      const { accountId, path } = await invited(server);
      await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: address });
      await submit(server, path, { name: 'Mia', password: PASSWORD });
      return ofAccount(address);
    },
    'an account that another family made': async (address) => {
      await invitedElsewhere(address);
      return ofAnybody(address);
    },
  };

  const sideOf = async (begin: Beginning): Promise<Side> => {
    const address = newEmail();
    const world = await begin(address);
    return { founder: await Founder.of(server, 'The Flowers'), address, world };
  };

  /**
   * All that the founder can get, by place; numbers of rows, secrets and the addresses are left out: they differ
   * anyway.
   */
  async function seenBy({ founder, address }: Side): Promise<Map<string, string>> {
    const { browser, member, path } = founder;
    await browser.confirm(member);
    const seen = new Map<string, string>();
    for (const each of [path, '/account', '/account/families', '/account/history', '/account/sign-in'])
      seen.set(each.replace(/\d+/, 'id'), (await browser.get(each)).text);
    const headers = {
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const download = await fetch(`${server.url}/account/data/download`, { method: 'POST', headers });
    expect(download.status).toBe(200);
    for (const [name, file] of unzip(Buffer.from(await download.arrayBuffer()))) seen.set(name, String(file));
    const { access_token: token } = await tokensFor(server, member);
    const { body } = await post(server, '/api/acc/getloggedaccount', {}, bearer(token));
    seen.set('getloggedaccount', JSON.stringify(body));
    const plain = (text: string): string =>
      text
        .replaceAll(address, 'the-address')
        .replaceAll(address.toUpperCase(), 'THE-ADDRESS')
        .replaceAll(member.email, 'the-founder')
        .replace(/(\/(?:families|members|invitations|identifiers|browsers|apps|devices)\/)[\w-]+/g, '$1id')
        .replace(/("(?:\w*_id|id|invited_by|target|request|family|\w*Id)": ?)"[^"]*"/g, '$1"id"')
        .replace(/<option value="\d+"/g, '<option value="id"')
        .replace(/(<dt>Number of [^<]*<\/dt><dd>)\d+/g, '$1id')
        .replace(/[\w-]{43}/g, 'secret');
    for (const [name, text] of seen) seen.set(name, plain(text));
    // Their numbers are random, and so is their order.
    const signIns = JSON.parse(seen.get('sign-ins.json') ?? '[]') as object[];
    seen.set(
      'sign-ins.json',
      signIns
        .map((each) => JSON.stringify(each))
        .sort()
        .join('\n'),
    );
    const page = seen.get('index.html') ?? '';
    seen.set('index.html', page.replaceAll(/<section[^>]*id="(?:sign-ins|sessions)".*?<\/section>/gs, ''));
    seen.delete('sessions.json'); // expired ones are deleted by the clock of the machine, between two reads
    return seen;
  }

  /** The founder's actions, compared by their statements too: none may depend on the account. */
  async function timed(work: () => Promise<unknown>): Promise<string[]> {
    const late = server.get(LateLinks);
    const send = late.send.bind(late);
    const held: (() => Promise<void>)[] = [];
    const holding = jest.spyOn(late, 'send').mockImplementation((each) => void held.push(each));
    const statements = await statementsOf(server, work);
    holding.mockRestore();
    for (const each of held) send(each);
    await late.settled();
    return statements.map(({ text }) => text);
  }

  const ACTS: readonly ((side: Side) => Promise<unknown>)[] = [
    ({ founder, address }) => founder.invite(address),
    ({ founder, address }) => founder.invite(address),
    ({ founder, address }) => founder.invite(address.toUpperCase(), 'administrator'),
    async ({ founder }) => {
      const [action] = await founder.withdrawals();
      return action && (await founder.browser.post(action, {}));
    },
  ];

  it.each(Object.keys(BEGINNINGS).flatMap((begin) => [1, 2].map((seed) => [begin, seed] as const)))(
    'looks alike for %s and for nobody, whatever both sides do (%i)',
    async (begin, seed) => {
      server.clock.advance(DAY);
      const next = chanceOf(`${begin} ${seed}`);
      const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)];
      const nobody: Beginning = (address) => Promise.resolve(ofAnybody(address));
      const sides = [await sideOf(BEGINNINGS[begin]), await sideOf(nobody)];
      for (const side of sides) await side.founder.browser.signIn(side.founder.member);
      for (let step = 0; step < 5; step++) {
        const act = step === 0 ? ACTS[0] : one(ACTS);
        const seen = [];
        for (const side of sides) {
          await side.founder.browser.signIn(side.founder.member);
          const statements = await timed(() => act(side));
          if (step === 0) expect(await side.founder.sees(side.address)).toBe(true);
          seen.push((await seenBy(side)).set('statements', statements.join('\n')));
        }
        expect(difference(seen[0], seen[1])).toBeNull();
        for (const { world } of sides) if (next() < 0.7) await one(world)();
        server.clock.advance(one(TIMES));
        if (next() < 0.5) await server.get(CleanUp).run();
      }
    },
    60_000,
  );

  it('looks alike when either accepts: the person joined', async () => {
    server.clock.advance(DAY);
    const known = await sideOf(async (address) => {
      await newMember(server, { Identifier: address, UserName: 'Gustav' });
      return [];
    });
    const unknown = await sideOf(() => Promise.resolve([]));
    for (const side of [known, unknown]) await side.founder.invite(side.address);
    const [id, made] = [await accountOf(known.address), await accountOf(unknown.address)] as [string, string];
    const browser = new CookieBrowser(server);
    const path = await linkOf(server, id);
    await browser.post(`${path}/sign-in`, { identifier: known.address, password: PASSWORD });
    expect((await browser.post(`${path}/decision`, { decision: 'accept' })).status).toBe(200);
    await submit(server, await linkOf(server, made), { name: 'Gustav', password: PASSWORD });
    expect([await statusOf(server, made), await unknown.founder.roleOf(made)]).toEqual(['active', 0]);
    expect(difference(await seenBy(known), await seenBy(unknown))).toBeNull();
  });
});

/** The first difference of two, with both values; null: none. */
function difference(one: Map<string, string>, other: Map<string, string>): unknown {
  expect([...one.keys()]).toEqual([...other.keys()]);
  for (const [name, text] of one) {
    const same = other.get(name) ?? '';
    let at = 0;
    while (at < text.length && text[at] === same[at]) at++;
    if (text !== same)
      return [name, ...[text, same].map((each) => each.slice(Math.max(0, at - 80), at + 80))];
  }
  return null;
}

/** Numbers from 0 to 1, equal for equal seeds (mulberry32). */
function chanceOf(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619), 2166136261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
