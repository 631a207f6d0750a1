import type pg from 'pg';
import type { Ledger } from '../workload/ledger.js';

const BY_DEVICE = `SELECT device_id AS device, count(*)::int AS many, count(revoked_at)::int AS revoked
  FROM token_grant WHERE device_id = ANY($1) GROUP BY device_id`;
const BY_CODES = `SELECT count(*)::int AS many FROM token_grant
  WHERE account_id = $1 AND client_id = (SELECT id FROM client WHERE client_id = $2)`;

/** Each sign-in is there once; what was refused is not; nobody but the workload ended a grant. */
export async function verifyGrantRows(client: pg.Client, ledger: Ledger): Promise<void> {
  const { findings, signIns } = ledger;
  const { rows } = await client.query<{ device: string; many: number; revoked: number }>(BY_DEVICE, [
    [...signIns.keys()],
  ]);
  const found = new Map(rows.map(({ device, ...row }) => [device, row]));
  for (const [device, outcome] of signIns) {
    const { many } = found.get(device) ?? { many: 0 };
    if (many === 0 && outcome === 'done') findings.add('lost', `the grant of ${device}`);
    if (many > 1) findings.add('doubled', `${many} grants of ${device}`);
    if (many > 0 && outcome === 'not')
      findings.add('doubled', `a grant of ${device}, whose sign-in was refused`);
  }
  for (const { device } of ledger.open())
    if (device !== null && found.get(device)?.revoked) findings.add('ended', `the grant of ${device}`);
  for (const {
    client: { id },
    accountId,
    done,
    unknown,
  } of ledger.codeGrants) {
    const { many } = (await client.query<{ many: number }>(BY_CODES, [accountId, id])).rows[0];
    const what = `${many} grants by code of account ${accountId}, of which ${done} were acknowledged`;
    if (many < done) findings.add('lost', what);
    if (many > done + unknown) findings.add('doubled', what);
  }
}
