import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { basic } from '../../support/a01.js';
import { ANNA } from '../../support/fixtures.js';
import { from, type RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';
import { newCipher, resultOf, SITES, startWithSites, WebSite, withSession } from '../../support/web-flow.js';

const CLIENTS = ['album', 'diary'] as const;
type ClientName = (typeof CLIENTS)[number];

/** The rules of the interface and the decisions for each cipher and session (§3.4, D64–D67). */
interface Model {
  /** Minutes since the run began. */
  now: number;
  readonly ciphers: { readonly by: ClientName | null; readonly endsAt: number; isUsed: boolean }[];
  readonly sessions: {
    readonly cipher: number;
    client: ClientName | null;
    mismatches: number;
    idleAt: number;
    isOver: boolean;
  }[];
}

/** The server's results: the two lists parallel the model's. */
interface Real {
  readonly server: TestServer;
  readonly ciphers: { readonly cipher: string; readonly secret: string }[];
  readonly sessions: string[];
}
type Step = fc.AsyncCommand<Model, Real>;

const siteOf = (name: ClientName) => SITES[name];
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

/** How often the runs reached the important states. */
const reached = { opened: 0, validated: 0, calledByOwner: 0, calledBefore: 0 };

let address = 0;
/** Each form comes from a separate address, so that none is slowed down. */
const fromAnywhere = (): Record<string, string> => {
  address++;
  return from(`2001:db8:${(address >> 8).toString(16)}:${(address & 255).toString(16)}::1`);
};

class Ask implements Step {
  constructor(private readonly by: ClientName | null) {}
  check = (): boolean => true;
  toString = (): string => `ask as ${this.by}`;
  async run(model: Model, real: Real): Promise<void> {
    const cipher = newCipher();
    const credentials = this.by === null ? {} : basic(siteOf(this.by));
    const site = new WebSite(real.server);
    const secret = await site.secretFor(cipher, { ...credentials, ...fromAnywhere() });
    expect((await site.ask(cipher, fromAnywhere())).status).toBe(409);
    real.ciphers.push({ cipher, secret });
    model.ciphers.push({ by: this.by, endsAt: model.now + 10, isUsed: false });
  }
}

class Post implements Step {
  constructor(
    private readonly which: number,
    private readonly isRight: boolean,
    private readonly times: number,
  ) {}
  check = (model: Readonly<Model>): boolean => model.ciphers.length > 0;
  toString = (): string => `post #${this.which} ${this.isRight} x${this.times}`;
  async run(model: Model, real: Real): Promise<void> {
    const index = this.which % model.ciphers.length;
    const cipher = model.ciphers[index];
    const isOpen = !cipher.isUsed && model.now < cipher.endsAt;
    const password = this.isRight ? ANNA.password : 'not it at all';
    const post = () =>
      new WebSite(real.server).post(real.ciphers[index].cipher, { password }, fromAnywhere());
    const answers = await Promise.all(Array.from({ length: this.times }, post));
    const signedIn = answers.filter(({ status }) => status === 200);
    expect(signedIn).toHaveLength(isOpen && this.isRight ? 1 : 0);
    for (const { status } of answers.filter((answer) => !signedIn.includes(answer)))
      expect(status).toBe(isOpen && !this.isRight ? 401 : 403);
    if (signedIn.length === 0) return;
    cipher.isUsed = true;
    reached.opened++;
    real.sessions.push(resultOf(signedIn[0]));
    const fresh = { client: null, mismatches: 0, idleAt: model.now + 30, isOver: false };
    model.sessions.push({ cipher: index, ...fresh });
  }
}

class Validate implements Step {
  constructor(
    private readonly which: number,
    /** The secret of a cipher; null: that of the session itself. */
    private readonly secret: number | null,
    private readonly client: ClientName,
    private readonly times: number,
  ) {}
  check = (model: Readonly<Model>): boolean => model.sessions.length > 0;
  toString = (): string => `validate #${this.which} by ${this.secret} as ${this.client} x${this.times}`;
  async run(model: Model, real: Real): Promise<void> {
    const index = this.which % model.sessions.length;
    const session = model.sessions[index];
    const secret = this.secret === null ? session.cipher : this.secret % model.ciphers.length;
    const cipher = model.ciphers[session.cipher];
    const isOwn = secret === session.cipher && (cipher.by ?? this.client) === this.client;
    const fits = isOwn && model.now < cipher.endsAt && session.client === null && !session.isOver;
    const site = new WebSite(real.server, siteOf(this.client));
    const validate = (): Promise<RawAnswer> =>
      site.validate(real.ciphers[secret].secret, real.sessions[index], {
        ...basic(siteOf(this.client)),
        ...fromAnywhere(),
      });
    const answers = await Promise.all(Array.from({ length: this.times }, validate));
    expect(answers.map(({ status }) => status).sort()).toEqual(
      Array.from({ length: this.times }, (_, i) => (fits && i === 0 ? 200 : 403)),
    );
    if (fits) session.client = this.client;
    if (fits) reached.validated++;
    else if (session.client === null) session.mismatches += this.times;
    if (session.client === null && session.mismatches >= 5) session.isOver = true;
  }
}

class CallAccount implements Step {
  constructor(
    private readonly which: number,
    private readonly as: ClientName | null,
  ) {}
  check = (model: Readonly<Model>): boolean => model.sessions.length > 0;
  toString = (): string => `call #${this.which} as ${this.as}`;
  async run(model: Model, real: Real): Promise<void> {
    const index = this.which % model.sessions.length;
    const session = model.sessions[index];
    const credentials = this.as === null ? {} : basic(siteOf(this.as));
    const headers = { ...credentials, ...fromAnywhere() };
    const { status, body } = await withSession(real.server, real.sessions[index], undefined, headers);
    const isLent = session.client !== null && (this.as ?? session.client) === session.client;
    expect(status).toBe(session.isOver ? 501 : isLent ? 200 : 509);
    if (status === 200) reached.calledByOwner++;
    if (status === 509 && session.client === null) reached.calledBefore++;
    if (status === 200) expect(body.a01.r.r).toMatchObject({ name: 'Anna K.' });
    if (!session.isOver) session.idleAt = model.now + 30;
  }
}

class SignOut implements Step {
  constructor(private readonly which: number) {}
  check = (model: Readonly<Model>): boolean => model.sessions.length > 0;
  toString = (): string => `log2out #${this.which}`;
  async run(model: Model, real: Real): Promise<void> {
    const sessionId = at(real.sessions, this.which) as string;
    resultOf(await withSession(real.server, sessionId, '/api/log2/out', fromAnywhere(), {}));
    (at(model.sessions, this.which) as Model['sessions'][number]).isOver = true;
  }
}

class Wait implements Step {
  constructor(private readonly minutes: number) {}
  check = (): boolean => true;
  toString = (): string => `wait ${this.minutes} min`;
  run(model: Model, { server }: Real): Promise<void> {
    server.clock.advance({ minutes: this.minutes });
    model.now += this.minutes;
    for (const session of model.sessions) session.isOver ||= session.idleAt <= model.now;
    return Promise.resolve();
  }
}

const which = fc.nat(5);
const times = fc.constantFrom(1, 1, 1, 3);
const client = fc.constantFrom(...CLIENTS);
const ask = fc.option(client, { freq: 3 }).map((by) => new Ask(by));
const post = fc.tuple(which, fc.constantFrom(true, true, false), times).map((made) => new Post(...made));
const own = fc.tuple(which, fc.constant(null), client, times).map((made) => new Validate(...made));
const mixedUp = fc.tuple(which, which, client, fc.constantFrom(1, 3, 5)).map((made) => new Validate(...made));
const call = fc.tuple(which, fc.option(client, { freq: 3 })).map((made) => new CallAccount(...made));
const signOut = which.map((index) => new SignOut(index));
const wait = fc.constantFrom(1, 4, 9, 20).map((minutes) => new Wait(minutes));
const STEPS = [ask, ask, post, post, post, own, own, mixedUp, mixedUp, call, call, signOut, wait]; // the more often, the likelier

describe('web flow as a model: any calls in any order (§3.4)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithSites({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());

  // I3.4-12
  it('requires HTTPS for each step: secrets and session ids are sent there (D44, D114)', async () => {
    const inTheClear = { ...basic(SITES.album), ...from('203.0.113.7', 'http') };
    const site = new WebSite(server);
    const answers = [
      await site.ask(newCipher(), inTheClear),
      await site.post(newCipher(), {}, inTheClear),
      await site.validate('a secret', 'a session', inTheClear),
    ];
    for (const { status, body } of answers)
      expect([status, body.a01.ex.name]).toEqual([400, 'FizApiInsecureTransportException']);
  });

  // I3.4-11
  it('no path reaches a client-authorized session without the password and both secrets', async () => {
    const property = fc.asyncProperty(fc.commands(STEPS, { maxCommands: 40, size: 'max' }), async (steps) => {
      server.clock.advance({ minutes: 60 }); // traces of earlier runs have expired
      const model: Model = { now: 0, ciphers: [], sessions: [] };
      const real: Real = { server, ciphers: [], sessions: [] };
      await fc.asyncModelRun(() => ({ model, real }), steps);
      for (let index = 0; index < model.sessions.length; index++)
        await new CallAccount(index, null).run(model, real);
    });
    await fc.assert(property, { numRuns: 40, endOnFailure: true });
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(0); // the runs did reach all states
  });
});
