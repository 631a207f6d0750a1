import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { rows } from '../support/database-rows.js';
import { CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

const NAME = 'RotatesRefreshToken1795441620000';

describe('the migration to rotatesRefreshToken (D49)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    const { dataSource } = server.get(Database);
    const isThere = async () =>
      (await rows(server, 'SELECT FROM migration WHERE name = $1', [NAME])).length > 0;
    while (await isThere()) await dataSource.undoLastMigration();
  });
  afterAll(() => server.close());

  it('leaves every client what it had: rotation, unless it was set to keep its refresh token', async () => {
    await rows(server, 'UPDATE client SET keeps_refresh_token = (client_id = $1)', [CLIENTS.keeper.id]);

    await server.get(Database).dataSource.runMigrations();

    const kept = 'SELECT client_id AS id FROM client WHERE NOT rotates_refresh_token';
    expect(await rows(server, kept)).toEqual([{ id: CLIENTS.keeper.id }]);
  });

  it('makes new ones as the interface has it', async () => {
    const [{ fallback }] = await rows<{ fallback: string }>(
      server,
      `SELECT column_default AS fallback FROM information_schema.columns
        WHERE table_name = 'client' AND column_name = 'rotates_refresh_token'`,
    );
    expect(fallback).toBe('false');
  });
});
