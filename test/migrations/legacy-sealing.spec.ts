import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resealDatabase } from '../../src/app.commands.js';
import { entities } from '../../src/entities.js';
import { SigningKey, signingKeyContext } from '../../src/oauth/signing/signing-key.entity.js';
import { Node } from '../../src/platform/activity/node.entity.js';
import type { AppConfig } from '../../src/platform/config/app-config.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { LegacySealing1795587000000 } from '../../src/platform/database/migrations/1795587000000-legacy-sealing.js';
import { usesSubkeys } from '../../src/platform/security/legacy-sealing.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { createOwnDatabase, type TestDatabase } from '../support/test-database.js';

const KEYS = { MASTER_KEY: '7b'.repeat(32), SESSION_SECRET: 'of this test alone: '.repeat(2) };
const KEY = Buffer.from(KEYS.MASTER_KEY, 'hex');
const PEM = Buffer.from('a private key');

/** What seals while nodes of 0.2 and of this version serve one database, and afterwards. */
describe('the upgrade to subkeys (D331)', () => {
  let database: TestDatabase;
  let config: AppConfig;
  beforeAll(async () => {
    database = await createOwnDatabase();
    config = loadConfig({ ...database.settings, ...KEYS });
  });
  afterAll(() => database.drop());

  async function withDatabase<T>(work: (dataSource: GuardedDataSource) => Promise<T>): Promise<T> {
    const dataSource = new GuardedDataSource(databaseOptions(config, entities));
    await dataSource.initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  /** Runs the migration again, where nodes have served or not. @returns whether subkeys seal */
  const migrated = (hasServed: boolean): Promise<boolean> =>
    withDatabase(async (dataSource) => {
      const [migration, runner] = [new LegacySealing1795587000000(), dataSource.createQueryRunner()];
      await runner.query('DROP TABLE legacy_sealing');
      await runner.query('DELETE FROM instance_secret');
      if (hasServed) await runner.query(`INSERT INTO instance_secret VALUES (1, '\\x00')`);
      await migration.up(runner);
      await runner.release();
      return usesSubkeys(dataSource);
    });

  const keep = (kid: string, privateKey: Buffer) =>
    withDatabase(({ manager }) => {
      const [createdAt, expiresAt] = [new Date(0), new Date(0)];
      return manager.insert(SigningKey, { kid, privateKey, publicKey: {}, createdAt, expiresAt });
    });
  const kept = (kid: string) =>
    withDatabase(async ({ manager }) => (await manager.findOneBy(SigningKey, { kid }))?.privateKey as Buffer);

  async function reseal(): Promise<string[]> {
    const said: string[] = [];
    await resealDatabase(config, (line) => said.push(line));
    return said;
  }

  it('a new database has subkeys at once, one that nodes of 0.2 serve has not', async () => {
    expect(await migrated(false)).toBe(true);
    expect(await migrated(true)).toBe(false);
  });

  it('reseal is refused while a node of another version is running, and changes nothing', async () => {
    const sealed = new Sealer([KEY], false).seal('signing key', PEM, signingKeyContext({ kid: 'first' }));
    await keep('first', sealed);
    const now = () =>
      withDatabase(async ({ manager }) => (await manager.query<{ at: Date }[]>('SELECT now() AS at'))[0].at);
    const node = { name: 'node-1', version: '0.2.0', startedAt: new Date(0), seenAt: await now() };
    await withDatabase(({ manager }) => manager.insert(Node, node));
    await expect(reseal()).rejects.toThrow(/^Nodes of another version are running \(0\.2\.0\)/);
    expect(await withDatabase(usesSubkeys)).toBe(false);
    expect(await kept('first')).toEqual(sealed);
  });

  it('reseal seals everything under subkeys, which seal from then on; once more does nothing', async () => {
    await withDatabase(({ manager }) => manager.update(Node, { name: 'node-1' }, { seenAt: new Date(0) }));
    const [line] = await reseal();
    expect(line).toBe('Done: 1 values sealed anew. Running nodes seal so within ten minutes.');
    const now = await kept('first');
    const sealer = new Sealer([KEY], await withDatabase(usesSubkeys));
    expect(sealer.usesSubkeys).toBe(true);
    expect(sealer.isOutdated('signing key', now)).toBe(false);
    expect(sealer.open('signing key', now, signingKeyContext({ kid: 'first' }))).toEqual(PEM);
    expect(await reseal()).toEqual([expect.stringMatching(/^Done: 0 values/)]);
    expect(await kept('first')).toEqual(now);
  });
});
