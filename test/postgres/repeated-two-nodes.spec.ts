import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/database.js';
import type { Answer } from '../support/a01.js';
import { count, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { Partner } from '../support/partner.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

describe('requests with one Idempotency-Key at once, on two nodes (D392)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
  });
  afterAll(() => close());

  const keyed = (node: TestServer, key: string): Partner => {
    const { credentials } = new Partner(node);
    return new Partner(node, { ...credentials, 'Idempotency-Key': key });
  };
  const shape = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;
  const isAtWork = (): Promise<number | null> =>
    count(a, 'kept_answer', 'kept IS NULL').then((n) => n || null);

  /** Runs while another session holds a family, so that no change of it ends. */
  async function whileHeld<T>(familyId: string, work: () => Promise<T>): Promise<T> {
    return a.get(Database).transaction(async (tx) => {
      await tx.query('SELECT FROM family WHERE id = $1 FOR UPDATE', [familyId]);
      return work();
    });
  }

  it('do the work once, and all get its answer', async () => {
    for (let round = 0; round < 5; round++) {
      const [key, name] = [randomUUID(), `Round ${round}`];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          keyed(i % 2 === 0 ? a : b, key).call('createfamily', { FamilyName: name }),
        ),
      );
      expect(new Set(answers.map(shape)).size).toBe(1);
      expect(answers[0].status).toBe(200);
      expect(await count(a, 'family', `name = '${name}'`)).toBe(1);
    }
  });

  it('let one of several requests have the key: the others are refused', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        keyed(i % 2 === 0 ? a : b, key).call('createfamily', { FamilyName: `One of eight ${i}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
    expect(await count(a, 'family', `name LIKE 'One of eight%'`)).toBe(1);
  });

  it('wait for the one at work, and hold no connection meanwhile', async () => {
    const familyId = await new Partner(a).family();
    const key = randomUUID();
    const rename = (node: TestServer) =>
      keyed(node, key).call('updatefamily', { familyId, FamilyName: 'Waited for' });
    const [first, ...others] = await whileHeld(familyId, async () => {
      const begun = rename(a);
      await eventually(isAtWork);
      const waiting = Array.from({ length: 30 }, () => rename(b));
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(b.get(Database).poolUse.waiting).toBe(0);
      expect((await new Partner(b).call('search', { email: 'nobody@nowhere.example' })).status).toBe(404);
      return [begun, ...waiting];
    });
    const expected = shape(await first);
    expect(expected).toContain('200 ');
    for (const other of others) expect(shape(await other)).toBe(expected);
    const [{ n }] = await rows<{ n: number }>(
      a,
      `SELECT count(*)::int AS n FROM audit_event WHERE action = 'family.updated' AND target = $1`,
      [`family:${familyId}`],
    );
    expect(n).toBe(1);
  });

  it('take over from a node that is gone', async () => {
    const key = randomUUID();
    const call = (node: TestServer) => keyed(node, key).call('createfamily', { FamilyName: 'Taken over' });
    const hung = jest.spyOn(a.get(Database), 'transaction').mockReturnValue(new Promise(() => undefined));
    void call(a).catch(() => undefined);
    await eventually(isAtWork);
    hung.mockRestore();
    const second = call(b);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count(a, 'family', `name = 'Taken over'`)).toBe(0); // it has its turn still
    b.clock.advance({ seconds: 16 });
    expect((await second).status).toBe(200);
    expect(await count(a, 'family', `name = 'Taken over'`)).toBe(1);
    expect(shape(await call(a))).toBe(shape(await second));
  });

  it('roll back what the one did that took too long: it was taken over', async () => {
    const familyId = await new Partner(a).family();
    const key = randomUUID();
    const rename = (node: TestServer) =>
      keyed(node, key).call('updatefamily', { familyId, FamilyName: 'Too slow' });
    const [slow, next] = await whileHeld(familyId, async () => {
      const first = rename(a);
      await eventually(isAtWork);
      const turn = () => rows<{ turn: Buffer }>(a, 'SELECT turn FROM kept_answer WHERE kept IS NULL');
      const [{ turn: before }] = await turn();
      b.clock.advance({ seconds: 16 });
      const second = rename(b);
      await eventually(async () => ((await turn())[0]?.turn.equals(before) ? null : true));
      return [first, second];
    });
    expect((await slow).status).toBe(503);
    expect((await next).status).toBe(200);
    expect(await count(a, 'audit_event', `action = 'family.updated' AND target = 'family:${familyId}'`)).toBe(
      1,
    );
    expect(shape(await rename(a))).toBe(shape(await next));
  });
});

describe('the lists of a client that provisions its own (D393)', () => {
  let a: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, close } = await startNodes());
  });
  afterAll(() => close());

  it.each(['account', 'family'])('of %s read the index: as many rows as they answer', async (table) => {
    const sql = `SELECT id FROM ${table} WHERE id > 5 AND created_by = 7 ORDER BY id LIMIT 100`;
    const plan = await a.get(Database).reading(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_bitmapscan = off');
      return tx.query<Record<'QUERY PLAN', string>[]>(`EXPLAIN ${sql}`);
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain(`${table}_created_by_id_idx`);
    expect(text).not.toContain('Sort');
  });
});
