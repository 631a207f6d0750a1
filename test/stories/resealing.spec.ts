import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, hkdfSync } from 'node:crypto';
import { ProviderVisits } from '../../src/oauth/providers/provider-visits.js';
import { Resealing } from '../../src/operate/resealing.js';
import { Database } from '../../src/platform/database/database.js';
import { sealedColumns } from '../../src/platform/security/sealed-column.js';
import {
  Sealer,
  sealingPurposes,
  SEALING_PURPOSES,
  type SealingPurpose,
} from '../../src/platform/security/sealer.js';
import { useSubkeys } from '../../src/platform/security/legacy-sealing.js';
import { AppLog } from '../../src/platform/telemetry/log.js';
import { basic, post } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { protectedMember } from '../support/authenticator.js';
import { rows } from '../support/database-rows.js';
import { configure } from '../support/elsewhere.js';
import { CLIENTS } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { request } from '../support/http.js';
import { invited } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { ANY, subscribe } from '../support/webhooks.js';

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
/** What each sealed value begins with (D46), computed without the server's code. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('hearth key id').update(key).digest('hex').slice(0, 8);
const subkeyOf = (key: Buffer, purpose: SealingPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `hearth seals ${purpose}`, 32));
const subkeysOf = (key: Buffer): Buffer[] => sealingPurposes().map((purpose) => subkeyOf(key, purpose));
/** Derived from a value that only its owner has: not sealed, and made again when that comes again (D164). */
const DIGESTS = ['kept_answer.request', 'client_secret.recognition'];

describe('values sealed by an outdated key are sealed again', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ MASTER_KEY: OLD.toString('base64') });
    await protectedMember(server, await newMember(server));
    await invited(server);
    await request(server, { path: '/jwks' });
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const { id } = await subscribe(api, CLIENTS.app.id, { url: 'https://app.example/hooks' });
    await api.send('POST', `/webhooks/${id}/secret`, { ifMatch: ANY }); // the previous one is kept for a day
    const signerKey = Buffer.alloc(64, 5).toString('base64');
    await api.send('POST', '/firebase-keys', { body: { label: 'my-project', signerKey } });
    await configure(server, 'https://idp.example');
    const question = { step: 'back', subject: 's', label: 'l' } as const;
    await server.get(ProviderVisits).begin('portal', Buffer.alloc(32), question);
    await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
    const keyed = { ...basic(CLIENTS.provisioning), 'Idempotency-Key': 'k' };
    await post(server, '/api/prov/createfamily', { FamilyName: 'Kept' }, keyed);
  });
  afterAll(() => server.close());

  const resealing = (...keys: Buffer[]): Resealing =>
    new Resealing(server.get(Database), new Sealer(keys, true), server.get(AppLog));

  /** Every column of every table in which a value begins with the id of one of the keys. */
  async function under(...keys: Buffer[]): Promise<string[]> {
    const columns = await rows<{ table_name: string; column_name: string }>(
      server,
      `SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'bytea'`,
    );
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of columns) {
      const sql = `SELECT 1 FROM "${table}" WHERE encode(substring("${column}" from 1 for 4), 'hex') = ANY($1) LIMIT 1`;
      if ((await rows(server, sql, [keys.map(idOf)])).length > 0) found.push(`${table}.${column}`);
    }
    return found.filter((name) => !DIGESTS.includes(name)).sort();
  }

  const declared = (purpose?: SealingPurpose): string[] => {
    const { dataSource } = server.get(Database);
    return sealedColumns()
      .filter((column) => (purpose ?? column.purpose) === column.purpose)
      .map(({ target, property }) => {
        const of = dataSource.getMetadata(target);
        return `${of.tableName}.${of.findColumnWithPropertyName(property)?.databaseName}`;
      })
      .sort();
  };

  it('each column with such a value declares it, and its purpose (D331)', async () => {
    expect(await under(...subkeysOf(OLD))).toEqual(declared());
    for (const purpose of sealingPurposes()) {
      expect(await under(subkeyOf(OLD, purpose))).toEqual(declared(purpose));
      expect(declared(purpose).length > 0).toBe(SEALING_PURPOSES[purpose].isKept);
    }
    expect(await under(OLD)).toEqual([]); // a new database: nothing was ever sealed under MASTER_KEY itself
  });

  it('nothing happens without an older key, or on a node without the old key', async () => {
    expect(await resealing(OLD).run()).toBe(0);
    expect(await resealing(NEW, Buffer.alloc(32, 9)).run()).toBe(0);
    expect(await under(...subkeysOf(OLD))).toEqual(declared());
  });

  it('afterwards nothing is left under the old key, and the new one opens each value by itself (D280)', async () => {
    const before = await opened(OLD);
    const [first, second] = await Promise.all([resealing(NEW, OLD).run(), resealing(NEW, OLD).run()]);
    expect(first + second).toBeGreaterThanOrEqual(declared().length);
    expect(await resealing(NEW, OLD).run()).toBe(0);
    expect(await under(...subkeysOf(OLD))).toEqual([]);
    expect(await under(...subkeysOf(NEW))).toEqual(declared());
    expect(await opened(NEW)).toEqual(before);
  });

  it('values sealed by 0.2 stay until subkeys seal, rotate as they are, and are then sealed under subkeys (D331)', async () => {
    const before = await opened(NEW);
    await asBefore(NEW);
    await rows(server, 'INSERT INTO legacy_sealing VALUES (1) RETURNING 1'); // as the migration leaves an older database
    expect(await resealing(NEW).run()).toBe(0);
    await Promise.all([resealing(OLD, NEW).run(), resealing(OLD, NEW).run()]);
    expect(await under(OLD)).toEqual(declared());
    expect(await under(NEW, ...subkeysOf(OLD), ...subkeysOf(NEW))).toEqual([]);
    await useSubkeys(server.get(Database).dataSource);
    await Promise.all([resealing(NEW, OLD).run(), resealing(NEW, OLD).run()]);
    expect(await under(OLD, NEW, ...subkeysOf(OLD))).toEqual([]);
    expect(await under(...subkeysOf(NEW))).toEqual(declared());
    expect(await opened(NEW)).toEqual(before);
  });

  it('skips an altered value, and still seals all others', async () => {
    await resealing(OLD, NEW).run();
    await rows(server, `UPDATE signing_key SET private_key = private_key || '\\x00' RETURNING 1`);
    await resealing(NEW, OLD).run();
    expect(await under(...subkeysOf(OLD))).toEqual(['signing_key.private_key']);
  });

  /** Seals every value as 0.2 did. */
  async function asBefore(key: Buffer): Promise<void> {
    const { dataSource } = server.get(Database);
    const [now, before] = [new Sealer([key], true), new Sealer([key], false)];
    for (const { target, property, purpose, contextOf } of sealedColumns())
      for (const row of (await dataSource.manager.find(target)) as Record<string, Buffer | null>[]) {
        const sealed = row[property];
        if (sealed === null) continue;
        const plain = now.open(purpose, sealed, contextOf(row));
        const id = dataSource.getMetadata(target).getEntityIdMap(row) as object;
        await dataSource.manager.update(target, id, {
          [property]: before.seal(purpose, plain, contextOf(row)),
        });
      }
  }

  /** Every sealed value in the clear. */
  async function opened(key: Buffer): Promise<string[]> {
    const sealer = new Sealer([key], true);
    const { manager } = server.get(Database).dataSource;
    const all: string[] = [];
    for (const { target, property, purpose, contextOf } of sealedColumns())
      for (const row of (await manager.find(target)) as Record<string, Buffer | null>[]) {
        const sealed = row[property];
        if (sealed !== null) all.push(sealer.open(purpose, sealed, contextOf(row)).toString('hex'));
      }
    return all.sort();
  }
});
