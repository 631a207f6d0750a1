import { join } from 'node:path';
import type { Homes } from './database/homes.js';
import type { Sql } from './database/postgres.js';
import { email } from './load/loads.js';
import { Passkey } from './load/passkey.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import type { Hearth } from './servers/hearth.js';
import { serve } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { progress } from './support/progress.js';

/** Among so many accounts the passkeys' are looked up. */
const ACCOUNTS = 10_000;
const PEOPLE = 20;
const SIGN_INS = 200;
const TARGET_MS = 150;
const RP_ID = 'localhost';

/** From pressing the button of a passkey, when its answer is posted, to the whole page behind it: one after the other. */
export async function runPasskey(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  const passkeys = Array.from({ length: PEOPLE }, () => new Passkey());
  const server = await serve(
    { tokens: 0, accounts: ACCOUNTS },
    ...([options, cores, homes, join(folder, 'data')] as const),
    (sql) => keep(sql, passkeys),
  );
  progress(`${SIGN_INS} sign-ins by ${PEOPLE} passkeys`);
  const took: number[] = [];
  for (let n = -PEOPLE; n < SIGN_INS; n++) {
    const ms = await signIn(server, passkeys[(n + PEOPLE) % PEOPLE]);
    if (n >= 0) took.push(ms); // the first of each warm up
  }
  await server.stop();
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)];
  const figures = [at(0), at(0.5), at(0.95), at(1)].map((ms) => digits(ms, 0));
  const isRight = at(0.95) <= TARGET_MS;
  return table([
    ['passkey, ms', 'sign-ins', 'best', 'p50', 'p95', 'slowest', 'target p95', ''],
    [
      'from its POST to the page behind it',
      String(SIGN_INS),
      ...figures,
      `≤ ${TARGET_MS}`,
      isRight ? 'ok' : 'short',
    ],
  ]);
}

/** One for each of the first accounts. */
async function keep(sql: Sql, passkeys: readonly Passkey[]): Promise<void> {
  for (const [i, { credentialId, userHandle, publicKey }] of passkeys.entries())
    await sql.query(
      `INSERT INTO passkey (account_id, credential_id, user_handle, public_key, counter, transports, is_synced, is_backed_up, rp_id, name, created_at)
       SELECT account_id, $2, $3, $4, 0, '{internal}', false, false, $5, 'Bench', now() FROM account_identifier WHERE normalized = $1`,
      [email(i + 1), credentialId, userHandle, publicKey, RP_ID],
    );
}

/** A browser that was never here. @returns the milliseconds */
async function signIn({ port }: Hearth, passkey: Passkey): Promise<number> {
  const origin = `http://${RP_ID}:${port}`;
  const cookies = new Map<string, string>();
  const visit = async (path: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: { Cookie, ...(form && { Origin: origin }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0].split('=', 2);
      cookies.set(name, value);
    }
    return answer;
  };
  const { challenge } = (await (await visit('/passkey/options?for=people')).json()) as { challenge: string };
  const answered = passkey.answer(challenge, origin, RP_ID);
  const startedAt = performance.now();
  let answer = await visit('/sign-in', { passkey: answered });
  while (answer.status === 303) {
    await answer.arrayBuffer();
    answer = await visit(answer.headers.get('location') ?? '');
  }
  const page = await answer.text();
  const ms = performance.now() - startedAt;
  if (answer.status !== 200 || !page.includes('Bench user'))
    throw new Error(`nobody was signed in: ${answer.status}`);
  return ms;
}
