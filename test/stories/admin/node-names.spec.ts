import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeRegister } from '../../../src/platform/activity/node-register.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { VERSION } from '../../../src/platform/version.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const NAME = 'web-1.of-the-<north>';
const SHOWN = 'web-1.of-the-&lt;north>';

describe('a node is known by its name (D148)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp({ NODE_NAME: NAME });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const page = async (path: string) =>
    (await request(server, { path, headers: { Cookie: await api.consoleCookie() } })).text;
  const check = async () => {
    const { checks } = (await api.send('GET', '/doctor')).body as {
      checks: { name: string; result: string; detail: string; advice: string | null }[];
    };
    return checks.find(({ name }) => name === 'nodes');
  };

  it('in the overview, of which it tells the calls, and in the doctor', async () => {
    expect(await page('/admin')).toContain(`<strong>${SHOWN}</strong> ${VERSION}`);
    expect(await page('/admin')).toContain(`${SHOWN}, since it started`);
    expect(await page('/admin/doctor')).toContain(`1 running: ${SHOWN}, version ${VERSION}`);
    expect((await api.send('GET', '/overview')).body).toMatchObject({
      calls: { node: NAME },
      nodes: [{ name: NAME, isThis: true, isAlive: true }],
    });
  });

  it('in metrics and in each line of the log', async () => {
    const { text } = await request(server, { path: '/metrics' });
    expect(text).toContain(`hearth_node_info{node="${NAME}",version="${VERSION}"} 1`);
    const lines = server.log.map((line) => JSON.parse(line) as { node?: string });
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map(({ node }) => node))).toEqual(new Set([NAME]));
  });

  it('in the doctor with the version of each, where they differ', async () => {
    const other = `INSERT INTO node (name, version, started_at, seen_at) VALUES ('old-2', '0.0.9', $1, $1) RETURNING name`;
    await rows(server, other, [server.clock.now()]);
    expect(await check()).toMatchObject({
      result: 'warning',
      detail: `2 running: old-2 (0.0.9), ${NAME} (${VERSION})`,
      advice: 'Upgrade all nodes to the same version.',
    });
    await rows(server, `DELETE FROM node WHERE name = 'old-2' RETURNING name`);
  });

  it('and where another one that runs has it too, the log and the doctor say so until it is gone', async () => {
    const register = server.get(NodeRegister);
    const said = () => server.log.filter((line) => line.includes('another node has this name')).length;
    const taken = `UPDATE node SET started_at = started_at + interval '1 minute' WHERE name = $1 RETURNING name`;
    for (let times = 0; times < 2; times++) {
      await rows(server, taken, [NAME]);
      await register.onApplicationBootstrap();
    }
    expect(said()).toBe(1);
    expect(await check()).toMatchObject({
      result: 'warning',
      advice: 'Another node has the name of this one. Set NODE_NAME.',
    });
    await rows(server, taken, [NAME]);
    await register.beforeApplicationShutdown();
    expect(await rows(server, 'SELECT name FROM node')).toEqual([{ name: NAME }]); // that of the other
    await rows(server, 'DELETE FROM node RETURNING name');
    await register.onApplicationBootstrap();
    expect(await check()).toMatchObject({ result: 'ok' });
  });
});

describe('NODE_NAME', () => {
  const named = (name: string) => loadConfig({ NODE_ENV: 'test', NODE_NAME: name }).nodeName;

  it('is at first the name of the machine with the port', () => {
    expect(loadConfig({ NODE_ENV: 'test', PORT: '3456' }).nodeName).toMatch(/^[^:]+:3456$/);
    expect(named('')).toMatch(/^[^:]+:3000$/);
  });

  it.each(['a', 'web-1', 'web-1:3000', 'a'.repeat(64)])('may be %s', (name) => {
    expect(named(name)).toBe(name);
  });

  it.each([' web', 'web 1', 'a'.repeat(65), 'wéb', 'web\n1'])('may not be %j', (name) => {
    expect(() => named(name)).toThrow('NODE_NAME must be 1 to 64 visible ASCII characters');
  });
});
