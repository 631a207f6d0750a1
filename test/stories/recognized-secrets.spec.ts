import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClientService } from '../../src/oauth/clients/client.service.js';
import { PasswordHasher } from '../../src/platform/security/password-hasher.js';
import { basic } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { clientRowId, outdate, rows } from '../support/database-rows.js';
import { CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const { imported } = CLIENTS;
const WRONG = { id: imported.id, secret: 'tell no:two' };

interface Stored {
  id: string;
  verifier: Buffer;
  recognition: Buffer | null;
}

describe('a client secret that was accepted once is recognized (D164)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 31 }));

  const ping = async (client: { id: string; secret: string }, address: string): Promise<number> => {
    const headers = { ...basic(client), ...from(address) };
    return (await request(server, { path: '/api/acc/ping', headers })).status;
  };
  const stored = async (): Promise<Stored> => {
    const sql = `SELECT s.id::text, s.verifier, s.recognition FROM client_secret s
                   JOIN client c ON c.id = s.client_id WHERE c.client_id = $1`;
    return (await rows<Stored>(server, sql, [imported.id]))[0];
  };
  const hashing = async (work: () => Promise<unknown>): Promise<number> => {
    const watched = jest.spyOn(server.get(PasswordHasher), 'turn');
    await work();
    const { length } = watched.mock.calls;
    watched.mockRestore();
    return length;
  };

  it('bcrypt checks it once, and still checks every wrong one', async () => {
    expect((await stored()).recognition).toBeNull();
    expect(await hashing(() => ping(imported, '192.0.2.1'))).toBe(1);
    const kept = (await stored()).recognition;
    const again = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) expect(await ping(imported, `192.0.2.${i}`)).toBe(200);
    };
    expect(await hashing(again)).toBe(0);
    expect(await hashing(() => ping(WRONG, '192.0.2.1'))).toBe(1);
    expect((await stored()).recognition).toEqual(kept);
  });

  it('the database by itself helps no attacker: no digest of the secret can be made without MASTER_KEY', async () => {
    const { id, recognition } = await stored();
    const texts = [imported.secret, `${id} ${imported.secret}`, `${imported.secret}${id}`];
    const guesses = texts.flatMap((text) => [
      createHash('sha256').update(text).digest(),
      ...['', id, imported.id].map((key) => createHmac('sha256', key).update(text).digest()),
    ]);
    for (const guess of guesses) expect(recognition?.includes(guess)).toBe(false);
  });

  it('sixty wrong ones from fifteen networks delay strangers, and not the owner of the right one', async () => {
    for (let i = 0; i < 60; i++) expect(await ping(WRONG, `198.51.100.${i % 15}`)).toBe(i < 50 ? 509 : 429);
    expect(await ping(WRONG, '203.0.113.1')).toBe(429);
    expect(await ping(imported, '203.0.113.2')).toBe(200);
    expect(await ping(imported, '198.51.100.1')).toBe(200);
  });

  it('is bound to its row: moved to another secret it recognizes nothing', async () => {
    const clientId = await clientRowId(server, imported.id);
    const sql = `INSERT INTO client_secret (client_id, scheme, verifier, recognition, created_at)
      SELECT client_id, scheme, convert_to('$2b$04$' || repeat('.', 53), 'UTF8'), recognition, created_at
        FROM client_secret WHERE client_id = $1 RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(server, sql, [clientId]);
    const ends = `UPDATE client_secret SET expires_at = $2 WHERE client_id = $1 AND id <> $3 RETURNING 1`;
    await rows(server, ends, [clientId, server.clock.now(), id]);
    await outdate(server, `client:${clientId}`);
    expect(await ping(imported, '192.0.2.8')).toBe(509);
    await rows(server, `DELETE FROM client_secret WHERE id = $1 RETURNING 1`, [id]);
    await rows(server, `UPDATE client_secret SET expires_at = NULL WHERE client_id = $1 RETURNING 1`, [
      clientId,
    ]);
    await outdate(server, `client:${clientId}`);
    expect(await ping(imported, '192.0.2.8')).toBe(200);
  });

  it('stays in the database: no export contains it', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const { text } = await api.send('GET', '/configuration');
    const { verifier, recognition } = await stored();
    expect(text).toContain(verifier.toString());
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(recognition?.toString(encoding));
    expect(text).not.toContain('recognition');
  });

  it('is deleted with its secret', async () => {
    const clientId = await clientRowId(server, imported.id);
    const { id } = await stored();
    await server.get(ClientService).endSecret(clientId, id);
    expect(await ping(imported, '192.0.2.9')).toBe(509);
  });
});
