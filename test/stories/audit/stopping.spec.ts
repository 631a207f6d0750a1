import { expect, it } from '@jest/globals';
import { entities } from '../../../src/entities.js';
import { AuditTally } from '../../../src/platform/audit/audit-tally.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { connect } from '../../../src/platform/database/connect.js';
import { databaseOptions } from '../../../src/platform/database/database-options.js';
import { basic, post } from '../../support/a01.js';
import { CLIENTS } from '../../support/fixtures.js';
import { startApp } from '../../support/start-app.js';
import { createOwnDatabase } from '../../support/test-database.js';

it('a stopping server writes its remaining counts before its database is closed (ADR 2)', async () => {
  const database = await createOwnDatabase();
  const { settings } = database;
  const server = await startApp({}, () => Promise.resolve({ settings, drop: () => Promise.resolve() }));
  const guess = () =>
    post(server, '/token', { grant_type: 'client_credentials' }, basic({ ...CLIENTS.app, secret: 'guess' }));
  await guess();
  await server.get(AuditTally).flush(); // the following ones would be written a minute later
  await guess();
  await guess();
  await server.close();
  const dataSource = await connect(databaseOptions(loadConfig({ NODE_ENV: 'test', ...settings }), entities));
  const text = `SELECT (details->>'count')::int AS n FROM audit_event WHERE action = 'client.refused' ORDER BY id`;
  const written = await dataSource.query<{ n: number }[]>(text);
  await dataSource.destroy();
  await database.drop();
  expect(written.map(({ n }) => n)).toEqual([1, 2]);
});
