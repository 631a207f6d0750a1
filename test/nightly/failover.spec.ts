import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { FIXTURES } from '../support/fixtures.js';
import { Ledger } from '../support/ledger.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

const WORKERS = 8;
const KEYS = {
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
};
const DEVICES = `SELECT device_id AS device, count(*)::int AS many FROM token_grant
  WHERE device_id = ANY($1) GROUP BY device_id`;

/** How the primary ends. A vanished machine closes no connection: calls wait until their limit. */
const ENDS = {
  crashed: (primary: OwnPostgres) => primary.crash(),
  vanished: (primary: OwnPostgres) => primary.freeze(),
};

describe.each(Object.entries(ENDS))(
  'synchronous standby is promoted under load: its primary %s (D227)',
  (_, end) => {
    const place = new Workplace();
    let primary: OwnPostgres;
    let standby: OwnPostgres;
    let nodes: readonly ServerProcess[];
    let ledger: Ledger;
    beforeAll(async () => {
      primary = await OwnPostgres.make();
      standby = await primary.makeStandby();
      const file = place.path('bootstrap.json');
      writeFileSync(file, JSON.stringify(FIXTURES));
      const url = (hosts: string) => `postgres://hearth@${hosts}/postgres?target_session_attrs=read-write`;
      const start = (hosts: string) =>
        place.start({ ...KEYS, DATABASE_URL: url(hosts), BOOTSTRAP_FILE: file });
      // The second has the standby before the primary.
      nodes = [
        await start(`${primary.host},${standby.host}`),
        await start(`${standby.host},${primary.host}`),
      ];
      ledger = new Ledger(nodes);
    });
    afterAll(async () => {
      ledger.end();
      await place.close();
      await standby.remove();
      await primary.remove();
    });

    it('writes work again on every node, and callers get nothing but 503 meanwhile', async () => {
      const load = ledger.work(WORKERS);
      const written = (least: number[]) =>
        eventually(() => Promise.resolve(ledger.writes.every((many, i) => many >= least[i]) ? true : null));
      await written([100, 100]);
      await end(primary);
      const { unavailable } = ledger;
      await eventually(() => Promise.resolve(ledger.unavailable >= unavailable + WORKERS ? true : null));
      await standby.promote();
      const before = [...ledger.writes];
      await written(before.map((many) => many + 100));
      ledger.end();
      await load;
      expect(ledger.wrong).toEqual([]);
    });

    it('nothing acknowledged is lost, and nothing is doubled', async () => {
      const client = new pg.Client({ connectionString: standby.url });
      await client.connect();
      const { rows } = await client.query<{ device: string; many: number }>(DEVICES, [ledger.signedIn]);
      await client.end();
      expect(ledger.signedIn.length).toBeGreaterThan(20);
      expect(rows.map(({ device }) => device).sort()).toEqual([...ledger.signedIn].sort());
      expect(rows.filter(({ many }) => many !== 1)).toEqual([]);
    });

    it('no grant is ended: each continues with its last acknowledged tokens', async () => {
      expect(ledger.open.size).toBeGreaterThan(0);
      for (const grant of ledger.open.values())
        for (const node of nodes) expect(await ledger.callStatus(node, grant)).toBe(200);
      for (const { refreshToken } of ledger.open.values())
        expect((await ledger.refresh(nodes[0], refreshToken)).status).toBe(200);
    });

    it('revoked tokens stay revoked, on every node', async () => {
      expect(ledger.revoked.length).toBeGreaterThan(20);
      for (const grant of ledger.revoked) {
        for (const node of nodes) expect(await ledger.callStatus(node, grant)).toBe(401);
        expect((await ledger.refresh(nodes[0], grant.refreshToken)).status).toBe(400);
      }
    });

    it('a node that starts afterwards finds the new primary', async () => {
      await expect(nodes[0].stop()).resolves.toBe(0);
      const hosts = `${primary.host},${standby.host}`;
      const node = await place.start({
        ...KEYS,
        DATABASE_URL: `postgres://hearth@${hosts}/postgres?target_session_attrs=read-write`,
      });
      await expect(node.stop()).resolves.toBe(0);
    });
  },
);
