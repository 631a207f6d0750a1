import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Silences } from '../../../src/platform/database/silences/silences.js';
import { refresh, tokensFor } from '../../support/a01.js';
import { count, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { grantRow } from '../../support/token-forge.js';

describe('late repetitions are excused while the database was silent (D49)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  /** A silence that is over, so many seconds before now. */
  const silent = (fromSeconds: number, toSeconds: number) =>
    rows(server, 'INSERT INTO silence (began_at, ended_at) VALUES ($1, $2)', [
      new Date(server.clock.millis() - fromSeconds * 1000),
      new Date(server.clock.millis() - toSeconds * 1000),
    ]);

  it('a spent token that returns after 45 silent seconds and 50 others is answered again', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    const { body: lost } = await refresh(server, token);
    server.clock.advance({ seconds: 95 });
    await silent(60, 15);
    expect((await refresh(server, token)).body.refresh_token).toBe(lost.refresh_token);
    server.clock.advance({ seconds: 11 }); // 61 that were not silent
    expect((await refresh(server, token)).body.error).toBe('invalid_grant');
    expect((await grantRow(server, token)).revoked_at).not.toBeNull();
  });

  it('a silence before the refresh counts for nothing, nor does a future one', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    await silent(500, 0);
    await refresh(server, token);
    server.clock.advance({ seconds: 61 });
    await silent(-1, -500);
    expect((await refresh(server, token)).body.error).toBe('invalid_grant');
  });

  it('the slower of two workers is no thief because the faster came first after a silence', async () => {
    const { refresh_token: shared } = await tokensFor(server, ANNA);
    const { body: a } = await refresh(server, shared);
    server.clock.advance({ seconds: 100 });
    await silent(70, 10);
    const { body: b } = await refresh(server, a.refresh_token);
    expect((await refresh(server, shared)).body.refresh_token).toBe(b.refresh_token);
  });

  it('a heartbeat long after the last one records the silence, once; one in time nothing', async () => {
    await rows(server, 'DELETE FROM silence');
    await server.get(Silences).beat();
    expect(await count(server, 'silence')).toBe(0);
    await rows(server, `UPDATE heartbeat SET at = at - interval '45 seconds'`);
    await Promise.all([server.get(Silences).beat(), server.get(Silences).beat()]);
    const [{ seconds }] = await rows<{ seconds: number }>(
      server,
      `SELECT extract(epoch FROM ended_at - began_at)::float8 AS seconds FROM silence`,
    );
    expect(seconds).toBeGreaterThanOrEqual(45);
    expect(await count(server, 'silence')).toBe(1);
  });
});
