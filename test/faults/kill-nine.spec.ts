import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, it } from '@jest/globals';
import { basic, type Body } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { CLIENTS, FIXTURES } from '../support/fixtures.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

const IN_FLIGHT = 16;
const ENOUGH = 60;

/** An account whose createaccount was answered. */
interface Answered {
  readonly accountId: string;
  readonly email: string;
  /** The family that its addaccount2family was answered for, too. */
  second: string | null;
}

describe('server is killed (-9) while a partner provisions in bulk (D11, D26)', () => {
  const place = new Workplace();
  const env = { BOOTSTRAP_FILE: place.path('bootstrap.json'), NODE_ENV: 'test' };
  afterAll(() => place.close());

  async function call(server: ServerProcess, operation: string, fields: Record<string, string>) {
    const answer = await fetch(`${server.url}/api/prov/${operation}`, {
      method: 'POST',
      headers: basic(CLIENTS.provisioning),
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  /** One of the partner's workers: families, accounts and memberships until the server is gone. */
  async function work(server: ServerProcess, worker: number, answered: Answered[]): Promise<void> {
    const result = async (operation: string, fields: Record<string, string>): Promise<string> => {
      const { status, body } = await call(server, operation, fields);
      if (status !== 200) throw new Error(`${operation} was refused: ${JSON.stringify(body)}`);
      return body.a01.r.r;
    };
    for (let i = 0; ; i++) {
      const email = `bulk-${worker}-${i}@partner.example`;
      const account = { Type: 'Email', Identifier: email, UserName: 'Bulk', UserCountryCode: 'DE' };
      const [familyId, second] = [
        await result('createfamily', { FamilyName: `Bulk ${worker} ${i}` }),
        await result('createfamily', { FamilyName: `Second ${worker} ${i}` }),
      ];
      const accountId = await result('createaccount', { ...account, familyId, AccountType: '2' });
      const entry: Answered = { accountId, email, second: null };
      answered.push(entry);
      await result('addaccount2family', { accountId, familyId: second });
      entry.second = second;
    }
  }

  it('every acknowledged account exists with its invitation, and no account is incomplete', async () => {
    writeFileSync(place.path('bootstrap.json'), JSON.stringify({ clients: FIXTURES.clients }));
    const first = await place.start(env);
    const answered: Answered[] = [];
    const ends: Promise<unknown>[] = Array.from({ length: IN_FLIGHT }, (_, worker) =>
      work(first, worker, answered).catch((cause: unknown) => cause),
    );
    await eventually(() => Promise.resolve(answered.length >= ENOUGH ? true : null));
    first.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    // Nobody was refused: each worker ended because the server was gone.
    for (const cause of await Promise.all(ends)) expect(String(cause)).not.toContain('was refused');

    const second = await place.start(env);
    for (const { accountId, email, second: joined } of answered) {
      const { status, body } = await call(second, 'getaccount', { accountId });
      expect([accountId, status]).toEqual([accountId, 200]);
      const information: { identifiers: { value: string }[]; families: { familyId: string }[] } =
        body.a01.r.r;
      expect(information.identifiers.map(({ value }) => value)).toEqual([email]);
      const families = information.families.map(({ familyId }) => familyId);
      expect(families.length).toBeGreaterThanOrEqual(1);
      if (joined !== null) expect(families).toContain(joined);
    }
    const searched = await call(second, 'search', { email: answered[0].email });
    expect(searched.body.a01.r.r).toBe(answered[0].accountId);
    const again = { Type: 'Email', Identifier: 'bulk-after@partner.example', UserName: 'Bulk' };
    const next = await call(second, 'createaccount', {
      ...again,
      UserCountryCode: 'DE',
      FamilyName: 'After',
    });
    expect(next.status).toBe(200);
    expect(await second.stop()).toBe(0);
    await expectNoHalfAccount(answered.map(({ accountId }) => accountId));
  }, 120_000);

  /** Reads the folder itself, once no process has it open. */
  async function expectNoHalfAccount(answered: readonly string[]): Promise<void> {
    const database = await PGlite.create(place.path('data', 'pgdata'));
    const count = async (sql: string, values: unknown[] = []): Promise<number> => {
      const { rows } = await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values);
      return rows[0].n;
    };
    try {
      const all = await count('account');
      expect(all).toBeGreaterThanOrEqual(answered.length + 1);
      expect(all).toBeLessThanOrEqual(answered.length + 1 + IN_FLIGHT); // committed, but not answered any more
      for (const table of ['account_identifier', 'family_member', 'invitation', 'outbox_message']) {
        const without = `account a WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.account_id = a.id)`;
        expect([table, await count(without)]).toEqual([table, 0]);
        expect(await count(`${table} WHERE account_id = ANY ($1)`, [answered])).toBeGreaterThanOrEqual(
          answered.length,
        );
      }
      for (const table of ['account_identifier', 'invitation', 'outbox_message'])
        expect([table, await count(table)]).toEqual([table, all]); // one each
      expect(await count("outbox_message WHERE kind <> 'invitation' OR payload IS NULL")).toBe(0);
    } finally {
      await database.close();
    }
  }
});
