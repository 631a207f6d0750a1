import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Body } from '../../support/a01.js';
import { eventually } from '../../support/eventually.js';
import { ANNA, CLIENTS, FIXTURES } from '../../support/fixtures.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { Workplace, type ServerProcess } from '../../support/server-process.js';

interface Heard {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Body;
}

const WORKERS = 8;

describe('database goes away under load and comes back (D11)', () => {
  const place = new Workplace();
  let postgres: OwnPostgres;
  let server: ServerProcess;
  beforeAll(async () => {
    postgres = await OwnPostgres.make();
    const file = place.path('bootstrap.json');
    writeFileSync(file, JSON.stringify(FIXTURES));
    server = await place.start({ DATABASE_URL: postgres.url, BOOTSTRAP_FILE: file });
  });
  afterAll(async () => {
    await place.close();
    await postgres.remove();
  });

  async function send(
    path: string,
    headers: Record<string, string>,
    form?: Record<string, string>,
  ): Promise<Heard> {
    const asked = form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers };
    const answer = await fetch(`${server.url}${path}`, asked);
    const text = await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: JSON.parse(text === '' ? 'null' : text) as Body,
    };
  }
  const token = (form: Record<string, string>) => send('/token', basic(CLIENTS.app), form);
  const signIn = () => token({ grant_type: 'password', username: ANNA.email, password: ANNA.password });
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
  const account = (access_token: string) =>
    send('/api/acc/getloggedaccount', { Authorization: `Bearer ${access_token}` });

  it('callers get 503 with Retry-After and nothing else, keep their tokens, and continue afterwards', async () => {
    const heard: Heard[] = [];
    let isOver = false;
    const note = (answer: Heard): Heard => {
      heard.push(answer);
      return answer;
    };
    const first: Heard[] = [];
    while (first.length < WORKERS) first.push(await signIn());
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));

    /** Refreshes and calls in turn, and stores what was acknowledged, as a client does. */
    const worker = async ({ body }: Heard): Promise<{ refreshToken: string; accessToken: string }> => {
      let { refresh_token: refreshToken, access_token: accessToken } = body;
      while (!isOver) {
        const renewed = note(await refresh(refreshToken));
        if (renewed.status === 200)
          ({ refresh_token: refreshToken, access_token: accessToken } = renewed.body);
        note(await account(accessToken));
      }
      return { refreshToken, accessToken };
    };
    const load = Promise.all(first.map(worker));
    const succeeded = () => heard.filter(({ status }) => status === 200).length;
    const wait = (until: () => boolean) => eventually(() => Promise.resolve(until() ? true : null));

    const unseen = (await signIn()).body.access_token;
    await wait(() => succeeded() >= 200);
    await postgres.stop();
    const away = heard.length;
    await wait(() => heard.length >= away + 2 * WORKERS);
    expect((await send('/health/live', {})).status).toBe(200);
    expect((await send('/health/ready', {})).status).toBe(503);
    for (const answer of [await signIn(), await token({ grant_type: 'client_credentials' })]) {
      expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(answer.retryAfter).toMatch(/^[1-9]\d*$/);
    }
    expect((await account('x'.repeat(92))).status).toBe(401); // an invalid token needs no database
    const call = await account(unseen);
    expect(call.status).toBe(503);
    expect(call.body.a01.ex).toMatchObject({ name: 'FizApiUnavailableException', type: 'Un', value: '503' });

    await postgres.start();
    const back = succeeded();
    await wait(() => succeeded() >= back + 100);
    isOver = true;
    const kept = await load;

    const others = heard.filter(({ status }) => status !== 200);
    expect(others.length).toBeGreaterThan(0);
    for (const { status, retryAfter } of others) {
      expect(status).toBe(503);
      expect(retryAfter).toMatch(/^[1-9]\d*$/);
    }
    for (const { accessToken, refreshToken } of kept) {
      expect((await account(accessToken)).status).toBe(200);
      expect((await refresh(refreshToken)).status).toBe(200);
    }
    expect((await send('/health/ready', {})).status).toBe(200);
  }, 120_000);

  it('a sign-in during the outage adds no failure to the throttle (D40)', async () => {
    for (let i = 0; i < 8; i++) expect((await signIn()).status).toBe(200);
  });

  it('the server stops with code 0 while the database is away', async () => {
    await postgres.stop();
    expect(await server.stop()).toBe(0);
  });
});
