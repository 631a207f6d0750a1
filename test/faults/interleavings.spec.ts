import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bearer, loggedAccount } from '../support/a01.js';
import {
  consentFormOf,
  CookieBrowser,
  exchange,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
  type Redirect,
  type Tab,
} from '../support/authorization.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import type { TestServer } from '../support/start-app.js';

const { shop, garden } = THIRD_PARTIES;
const USERS = [ANNA, BEN];

/** The purpose of one tab, and how its user acts. */
interface Plan {
  /** Signs in on the form of this tab, whichever account is signed in to the browser. */
  readonly signsIn: boolean;
  readonly user: 0 | 1;
  readonly declines: boolean;
}

/** Two clients with two tabs each in one browser, and with one each in another. */
const SEATS = [
  { browser: 0, party: shop },
  { browser: 0, party: shop },
  { browser: 0, party: garden },
  { browser: 0, party: garden },
  { browser: 1, party: shop },
  { browser: 1, party: garden },
] as const;
const STEPS = ['begin', 'sign in', 'look', 'decide', 'exchange'] as const;

const plan = fc.record({
  signsIn: fc.boolean(),
  user: fc.constantFrom(0 as const, 1 as const),
  declines: fc.boolean(),
});
/** Each seat as often as it has steps, in any order, some of them at once. */
const schedule = fc.tuple(
  fc.shuffledSubarray(
    SEATS.flatMap((_, seat) => STEPS.map(() => seat)),
    { minLength: SEATS.length * STEPS.length, maxLength: SEATS.length * STEPS.length },
  ),
  fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 30, maxLength: 30 }),
);

/** Seats that move at once, each once a turn. */
function turnsOf(seats: readonly number[]): number[][] {
  const turns: number[][] = [];
  for (const seat of seats) {
    const free = turns.find((turn) => !turn.includes(seat));
    if (free) free.push(seat);
    else turns.push([seat]);
  }
  return turns;
}

/** One tab in progress; it knows which account it consented for, as its user would. */
class Visit {
  private tab: Tab | null = null;
  private form: { account: string; decision: string } | null = null;
  private consented = '';
  private done: Redirect | null = null;
  private next = 0;

  constructor(
    private readonly server: TestServer,
    private readonly browsers: readonly CookieBrowser[],
    private readonly seat: (typeof SEATS)[number],
    private readonly plan: Plan,
    private readonly state: string,
    private readonly seenCodes: Set<string>,
    /** Ids of USERS. */
    private readonly ids: readonly string[],
  ) {}

  get browser(): CookieBrowser {
    return this.browsers[this.seat.browser];
  }

  async step(): Promise<void> {
    const step = STEPS[this.next++];
    if (step === 'begin') await this.begin();
    else if (step === 'sign in') await this.signIn();
    else if (step === 'look') await this.look();
    else if (step === 'decide') await this.decide();
    else await this.exchange();
  }

  private async begin(): Promise<void> {
    const prompt = this.plan.signsIn ? 'login consent' : 'consent';
    this.tab = await this.browser.begin(this.seat.party, { state: this.state, prompt });
    const stranger = this.browsers[1 - this.seat.browser];
    expect((await stranger.get(this.tab.path)).status).toBe(410);
  }

  private async signIn(): Promise<void> {
    if (this.plan.signsIn) await this.open.signIn(USERS[this.plan.user]);
  }

  /** The consent page that stays open from now on, however old it is when its button is clicked. */
  private async look(): Promise<void> {
    let page = await this.open.show();
    // A sign-in in the next tab may end, at the same moment, the session that this request still names.
    for (let i = 0; i < 20 && page.text.includes('name="password"'); i++) {
      await this.open.signIn(USERS[this.plan.user]);
      page = await this.open.show();
    }
    this.form = { ...consentFormOf(page), decision: 'allow' };
  }

  private async decide(): Promise<void> {
    if (this.plan.declines) {
      this.done = await this.open.deny();
      return;
    }
    for (let click = 0; this.done === null; click++) {
      if (click > 20) throw new Error('the consent page came back for ever');
      const form = this.form as { account: string; decision: string };
      const answer = await this.open.decide(form);
      if (answer.headers.location !== this.open.path) {
        this.consented = form.account;
        this.done = redirectOf(answer);
      } else await this.look(); // another account signed in meanwhile: the page says so
    }
  }

  private async exchange(): Promise<void> {
    const { party } = this.seat;
    const { target, code, parameters } = this.done as Redirect;
    expect(target).toBe(party.redirectUri.split('?')[0]);
    expect(parameters).toMatchObject({ state: this.state, iss: this.server.url });
    if (this.plan.declines) {
      expect([parameters.error, code]).toEqual(['access_denied', undefined]);
      return;
    }
    expect(this.seenCodes.has(code)).toBe(false);
    this.seenCodes.add(code);
    const other = party === shop ? garden : shop;
    for (const redirect_uri of [party.redirectUri, other.redirectUri])
      expect((await exchange(this.server, other, code, { redirect_uri })).body.error).toBe('invalid_grant');
    const { status, body } = await exchange(this.server, party, code);
    expect(status).toBe(200);
    const account = await loggedAccount(this.server, bearer(body.access_token));
    expect(account.body.a01.r.r).toMatchObject({ accountId: this.consented });
    if (this.plan.signsIn) expect(this.consented).toBe(this.ids[this.plan.user]);
  }

  private get open(): Tab {
    return this.tab as Tab;
  }
}

describe('several authorizations in parallel (D72)', () => {
  let server: TestServer;
  let ids: string[];
  beforeAll(async () => {
    server = await startWithThirdParties();
    ids = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
  });
  afterAll(() => server.close());

  it('whatever the order of their steps, no state, code or consent crosses to another tab, client, browser or account', async () => {
    let round = 0;
    const property = fc.asyncProperty(
      fc.array(plan, { minLength: SEATS.length, maxLength: SEATS.length }),
      schedule,
      async (plans, [order, sizes]) => {
        round++;
        const browsers = [new CookieBrowser(server), new CookieBrowser(server)];
        for (const browser of browsers) await browser.begin(shop); // has its cookie
        const seen = new Set<string>();
        const visits = SEATS.map(
          (seat, i) => new Visit(server, browsers, seat, plans[i], `state ${round}&${i} ü+%`, seen, ids),
        );
        const rest = [...order];
        for (const size of sizes) {
          // A tab takes one step at a time; several tabs may take theirs at once.
          const together = rest.splice(0, size);
          for (const turn of turnsOf(together)) await Promise.all(turn.map((seat) => visits[seat].step()));
        }
      },
    );
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  }, 120_000);

  it('two tabs that a fresh browser opens at once both continue', async () => {
    const browser = new CookieBrowser(server);
    const tabs = await Promise.all([
      browser.begin(shop, { state: 'a' }),
      browser.begin(garden, { state: 'b' }),
    ]);
    for (const tab of tabs) expect((await tab.show()).status).toBe(200);
  });
});
