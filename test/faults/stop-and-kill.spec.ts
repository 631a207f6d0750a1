import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { basic, type Body } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

/** The privileged demo client and the user of the demo data, as the first start stores them. */
interface Demo {
  readonly client: { id: string; secret: string };
  readonly username: string;
  readonly password: string;
}

describe('server is stopped, killed and started again', () => {
  const place = new Workplace();
  let demo: Demo;
  afterAll(() => place.close());

  async function firstStart(): Promise<ServerProcess> {
    const server = await place.start();
    await server.announced();
    const kept = parseEnv(readFileSync(place.path('data', 'demo.env'), 'utf8')) as Record<string, string>;
    const [id, secret] = kept.PRIVILEGED.split(':');
    demo = { client: { id, secret }, username: kept.MEMBER, password: kept.MEMBER_PASSWORD };
    return server;
  }

  async function token(
    server: ServerProcess,
    form: Record<string, string>,
  ): Promise<{ status: number; body: Body }> {
    const body = new URLSearchParams(form);
    const answer = await fetch(`${server.url}/token`, {
      method: 'POST',
      headers: basic(demo.client),
      body,
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
  const signIn = (server: ServerProcess) =>
    token(server, { grant_type: 'password', username: demo.username, password: demo.password });
  const refresh = (server: ServerProcess, refresh_token: string) =>
    token(server, { grant_type: 'refresh_token', refresh_token });

  it('SIGTERM: a request in flight is answered, new ones are refused, the code is 0', async () => {
    const server = await firstStart();
    const body = 'a01call=accping&padding=xxxxxxxxxxxx';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const received = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', reject).on('close', () => resolve(text));
    });
    socket.write(
      `POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    expect((await fetch(`${server.url}/api/acc/ping`)).status).toBe(200); // data sent before has arrived
    server.kill('SIGTERM');
    await eventually(async () => {
      const answer = await fetch(`${server.url}/health/live`).catch(() => null);
      return answer === null ? true : null;
    });
    socket.write(body.slice(10));
    const answer = await received;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('{"a01":{"r":{"r":"true"},"cn":"accping"}}');
    expect(await server.ended).toBe(0);
  });

  it('SIGINT ends it with code 0 too', async () => {
    const server = await place.start();
    server.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });

  it('a second process on a used DATA_DIR is refused and names the holder', async () => {
    const first = await place.start();
    const { code, message } = await place.failure({});
    expect(code).toBe(1);
    expect(message).toBe(
      `Hearth cannot start. DATA_DIR ${place.path('data')} is in use by process ${first.pid}. ` +
        'Stop it, or set another DATA_DIR; several servers need DATABASE_URL.\n',
    );
    expect((await signIn(first)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  it('of several processes started at once on one DATA_DIR one starts', async () => {
    const servers = await Promise.all([place.spawn(), place.spawn(), place.spawn()]);
    const ends = servers.map(({ ended }) => ended);
    const up = await Promise.all(
      servers.map(async (server) => {
        try {
          await server.ready();
          return server;
        } catch {
          return null;
        }
      }),
    );
    const alive = up.filter((server) => server !== null);
    expect(alive).toHaveLength(1);
    expect((await signIn(alive[0])).status).toBe(200);
    expect(await alive[0].stop()).toBe(0);
    expect((await Promise.all(ends)).sort()).toEqual([0, 1, 1]);
  });

  it('after kill -9 under load, the next start takes over and loses nothing acknowledged', async () => {
    const first = await place.start();
    const { body } = await signIn(first);
    let acknowledged = body.refresh_token;
    let rounds = 0;
    const revoked: string[] = [];
    const load = (async () => {
      for (;;) {
        const next = await refresh(first, acknowledged).catch(() => null);
        if (next?.status !== 200) return;
        acknowledged = next.body.refresh_token;
        rounds++;
      }
    })();
    const revoking = (async () => {
      for (;;) {
        const mine = await signIn(first).catch(() => null);
        if (mine?.status !== 200) return;
        const answer = await fetch(`${first.url}/revoke`, {
          method: 'POST',
          headers: basic(demo.client),
          body: new URLSearchParams({ token: mine.body.refresh_token }),
        }).catch(() => null);
        if (answer?.status !== 200) return;
        revoked.push(mine.body.refresh_token);
      }
    })();
    await eventually(() => Promise.resolve(rounds >= 40 && revoked.length >= 5 ? true : null));
    first.kill('SIGKILL');
    await Promise.all([load, revoking]);
    expect(await first.ended).toBe('SIGKILL');

    const second = await place.start();
    expect((await refresh(second, acknowledged)).status).toBe(200);
    for (const dead of revoked) expect((await refresh(second, dead)).body.error).toBe('invalid_grant');
    expect(await second.stop()).toBe(0);
  });
});
