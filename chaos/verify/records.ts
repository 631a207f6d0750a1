import type pg from 'pg';
import type { Cast } from '../stage/cast.js';
import type { Caller } from '../workload/caller.js';
import { basic } from '../workload/credentials.js';
import type { Account, Ledger, Outcome } from '../workload/ledger.js';
import type { Each } from './verify.js';

const FAMILIES = 'SELECT name, count(*)::int AS many FROM family WHERE name = ANY($1) GROUP BY name';
const ACCOUNTS = `SELECT i.value AS login, a.name, array_agg(f.name) FILTER (WHERE f.name IS NOT NULL) AS families
  FROM account_identifier i JOIN account a ON a.id = i.account_id
  LEFT JOIN family_member m ON m.account_id = a.id LEFT JOIN family f ON f.id = m.family_id
  WHERE i.value = ANY($1) GROUP BY i.value, a.name`;

/** Families, accounts and members are there once, or gone, as it was acknowledged. */
export async function verifyRecordRows(client: pg.Client, ledger: Ledger): Promise<void> {
  const { families, accounts } = ledger;
  const named = await client.query<{ name: string; many: number }>(FAMILIES, [
    families.map(({ name }) => name),
  ]);
  const many = new Map(named.rows.map((row) => [row.name, row.many]));
  for (const family of families) compare(ledger, `family ${family.name}`, family, many.get(family.name) ?? 0);
  const logins = accounts.map(({ login }) => login);
  const found = await client.query<{ login: string; name: string; families: string[] | null }>(ACCOUNTS, [
    logins,
  ]);
  const rows = new Map(found.rows.map((row) => [row.login, row]));
  for (const account of accounts) {
    const row = rows.get(account.login);
    compare(ledger, `account ${account.login}`, account, row ? 1 : 0);
    if (row && account.outcome === 'done' && !account.isGone) compareAccount(ledger, account, row);
  }
}

interface Expectation {
  readonly outcome: Outcome;
  readonly isGone: boolean;
}

function compare({ findings }: Ledger, what: string, { outcome, isGone }: Expectation, many: number): void {
  if (isGone && many > 0) findings.add('revived', `${what}, which was deleted`);
  else if (outcome === 'done' && !isGone && many === 0) findings.add('lost', what);
  else if (outcome === 'not' && many > 0) findings.add('doubled', `${what}, which was refused`);
  else if (many > 1) findings.add('doubled', `${many} times ${what}`);
}

function compareAccount(
  { findings }: Ledger,
  { login, name, families }: Account,
  row: { name: string; families: string[] | null },
): void {
  if (row.name !== name) findings.add('lost', `the new name of account ${login}`);
  const is = row.families ?? [];
  for (const family of families) if (!is.includes(family)) findings.add('lost', `${login} in ${family}`);
  for (const family of is) if (!families.has(family)) findings.add('revived', `${login} in ${family}`);
  if (new Set(is).size !== is.length) findings.add('doubled', `${login} in a family`);
}

/** Compares the records by the API. */
export async function verifyRecords(caller: Caller, cast: Cast, each: Each): Promise<void> {
  const made = caller.ledger.accounts.filter(({ id }) => id !== null);
  await each(made, async ({ id, login, name, families, isGone }) => {
    const path = `/api/prov/getaccount?accountId=${id}`;
    const right = isGone
      ? { right: [507], wrong: { 200: 'revived' as const } }
      : { right: [200], wrong: { 507: 'lost' as const } };
    const heard = await caller.until('getaccount', { path, headers: basic(cast.partner) }, right);
    if (heard?.answer.status !== 200) return;
    const content = heard.answer.body.a01.r.r as unknown as {
      name: string;
      families: { familyName: string }[];
    };
    const is = content.families.map(({ familyName }) => familyName);
    if (content.name !== name || is.sort().join() !== [...families].sort().join())
      caller.ledger.findings.add('lost', `getaccount of ${login} shows another name or other families`);
  });
}
