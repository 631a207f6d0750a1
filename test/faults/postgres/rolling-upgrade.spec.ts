import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { migrations } from '../../../src/platform/database/migrations/list.js';
import { addressOf, FIRST_KEYS } from '../../support/deployment.js';
import { EVERYDAY, EverydayLoad } from '../../support/everyday-load.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { MAIN, Workplace, type ServerProcess } from '../../support/server-process.js';
import { createEmptyDatabase } from '../../support/test-database.js';
import { TlsProxy } from '../../support/tls-proxy.js';
import { build, commitBefore, exemptMigrations, migrationsOf } from '../../support/version-before.js';

const run = promisify(execFile);
/** A build takes half a minute; on a machine that is very busy, minutes. */
const BUILD_LIMIT_MS = 600_000;
const HERE = migrations.map(({ name }) => name);

describe('upgrade from the previous version, one node after the other', () => {
  const before = commitBefore();
  const place = new Workplace('none');
  const nodes: ServerProcess[] = [];
  let old: string;
  let settings: Record<string, string>;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let proxy: TlsProxy;
  let load: EverydayLoad;
  let kids: string[][];

  beforeAll(async () => {
    old = build(before, place.path('before'));
    database = await createEmptyDatabase();
    const port = await freePort();
    const document = JSON.stringify(EVERYDAY);
    writeFileSync(place.path('bootstrap.json'), document);
    writeFileSync(place.path('before.json'), document.replaceAll('isValidated', 'validated')); // as the previous version declares it
    settings = {
      NODE_ENV: 'production',
      ...FIRST_KEYS,
      DATABASE_URL: database.url,
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      BOOTSTRAP_FILE: place.path('bootstrap.json'),
      SHUTDOWN_DELAY: '1',
      LOG_LEVEL: 'info', // the reason for a 503 is only in the log
    };
    for (const which of [0, 1]) nodes[which] = await place.start({ ...settings, ...ofBefore() }, old);
    proxy = await TlsProxy.start(port, nodes.map(addressOf));
    load = new EverydayLoad(proxy, 4);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await load.stop();
    await proxy.close();
    await place.close();
    await database.drop();
  });

  const ofBefore = () => ({ BOOTSTRAP_FILE: place.path('before.json') });

  /** Both nodes answer, and everything was done several more times. */
  async function goesOn(): Promise<void> {
    proxy.countAnew();
    const until = load.rounds + 12;
    await eventually(() => {
      const both = proxy.answeredBy.size === 2 && load.rounds >= until;
      return Promise.resolve(both || load.failures.length > 0 ? true : null);
    });
    const lines = nodes.flatMap(({ output, errors }) => (output + errors).split('\n'));
    const said =
      load.failures.length > 0 ? lines.filter((line) => /"status":503|"level":[4-6]0/.test(line)) : [];
    expect({ failures: load.failures, said }).toEqual({ failures: [], said: [] });
  }

  async function replace(which: number, main: string, more: Record<string, string> = {}): Promise<void> {
    const { port } = new URL(nodes[which].url);
    expect(await nodes[which].stop()).toBe(0);
    nodes[which] = await place.start({ ...settings, ...more, PORT: port }, main);
    await goesOn();
  }

  const command = (name: string): Promise<{ stdout: string }> => {
    const env = { ...settings, PATH: process.env.PATH };
    return run(process.execPath, [MAIN, name], { cwd: place.folder, env });
  };

  it('has no exempt migration before it: each is in the commit where this begins', () => {
    expect(exemptMigrations().filter((name) => !migrationsOf(before).includes(name))).toEqual([]);
  });

  /** The keys of id_tokens, by the names that each node publishes. */
  const signingKeys = (): Promise<string[][]> =>
    Promise.all(
      nodes.map(async ({ url }) => {
        const { keys } = (await (await fetch(`${url}/jwks`)).json()) as { keys: { kid: string }[] };
        return keys.map(({ kid }) => kid).sort();
      }),
    );

  it('no request fails while the old nodes continue on the migrated database', async () => {
    await goesOn();
    kids = await signingKeys(); // made and sealed by the previous version
    const { stdout } = await command('migrate');
    const added = HERE.filter((name) => !migrationsOf(before).includes(name));
    expect(added.filter((name) => !stdout.includes(name))).toEqual([]);
    await goesOn();
    await replace(0, old, ofBefore()); // one of them may die meanwhile
  });

  it('no request fails while they are replaced', async () => {
    for (const which of [0, 1]) {
      await expect(command('reseal')).rejects.toThrow('Nodes of another version are running');
      await replace(which, MAIN, { MIGRATE_AT_START: 'false' });
    }
  });

  it('no request fails while everything is sealed under subkeys (D331), which the nodes learn later', async () => {
    expect((await command('reseal')).stdout).toMatch(/^Done: [1-9]\d* values sealed anew/);
    await goesOn();
    for (const which of [0, 1]) await replace(which, MAIN);
    expect((await command('reseal')).stdout).toMatch(/^Done: 0 values/);
    expect(await signingKeys()).toEqual(kids); // a key that a node can't open would get a successor
  });
});
