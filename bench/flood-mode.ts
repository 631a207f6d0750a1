import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveEachAHash, PASSWORD } from './database/data.js';
import type { Homes } from './database/homes.js';
import { email } from './load/loads.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import { BASIC, type Hearth } from './servers/hearth.js';
import { serve } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { progress } from './support/progress.js';

const STRANGERS = 60;
/** Enough that none returns within the four seconds for which a correct password is cached. */
const USERS = 40;
const SECONDS = 40;
const PAUSE_MS = 250;
const TARGET_MS = 2000;

/** Users who sign in one after the other. */
interface People {
  readonly title: string;
  /** The address of the n-th attempt. */
  readonly address: (n: number) => string;
  readonly identifier: (n: number) => string;
  readonly password: string;
  readonly pauseMs: number;
}

interface Heard {
  readonly status: number;
  readonly ms: number;
}

const KNOWN: People = {
  title: 'users, from a network they signed in from',
  address: () => '192.0.2.1',
  identifier: (n) => email(1 + (n % USERS)),
  password: PASSWORD,
  pauseMs: PAUSE_MS,
};
const NEW: People = {
  title: 'users, from new networks',
  address: (n) => `203.0.113.${n % 250}`,
  identifier: (n) => email(1 + USERS + (n % USERS)),
  password: PASSWORD,
  pauseMs: PAUSE_MS,
};
const FLOOD = Array.from({ length: STRANGERS }, (_, i): People => {
  const identifier = (n: number): string => `nobody-${i}-${n}@bench.example`;
  const address = (): string => `198.51.100.${i + 1}`;
  return { title: `${STRANGERS} strangers`, address, identifier, password: 'guess', pauseMs: 0 };
});

/**
 * Users sign in while attackers guess passwords for identifiers that do not exist, each from its own network and as
 * fast as answers come.
 */
export async function runFlood(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  const size = { tokens: 0, accounts: 2 * USERS, settings: { TRUST_PROXY: '127.0.0.1' } };
  const server = await serve(size, options, cores, homes, join(folder, 'data'), (sql) =>
    giveEachAHash(sql, size.accounts),
  );
  progress(`${USERS} users sign in`);
  const quiet = await run(server, { ...KNOWN, pauseMs: 0 }, (n) => n < USERS);
  progress(`${STRANGERS} strangers, ${SECONDS} seconds`);
  const endsAt = performance.now() + SECONDS * 1000;
  const people = [KNOWN, NEW, ...FLOOD];
  const heard = await Promise.all(people.map((each) => run(server, each, () => performance.now() < endsAt)));
  await server.stop();
  const [known, fresh, ...others] = heard;
  return table([
    ['sign-ins, ms', 'answers', 'p50', 'p95', 'slowest', 'by status', 'target p95', ''],
    row('users, before the flood', quiet, null),
    row(KNOWN.title, known, TARGET_MS),
    row(NEW.title, fresh, null),
    row(FLOOD[0].title, others.flat(), null),
  ]);
}

async function run(server: Hearth, people: People, goesOn: (n: number) => boolean): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let n = 0; goesOn(n); n++) {
    heard.push(await signIn(server, people.address(n), people.identifier(n), people.password));
    await sleep(people.pauseMs);
  }
  return heard;
}

async function signIn({ port }: Hearth, address: string, username: string, password: string): Promise<Heard> {
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${BASIC}`,
      'X-Forwarded-For': address,
      'X-Forwarded-Proto': 'https',
    },
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - startedAt };
}

function row(title: string, heard: readonly Heard[], target: number | null): string[] {
  const sorted = heard.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const counts = new Map<number, number>();
  for (const { status } of heard) counts.set(status, (counts.get(status) ?? 0) + 1);
  const byStatus = [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
  const isRight = at(0.95) <= (target ?? Infinity) && counts.get(200) === heard.length;
  return [
    title,
    String(heard.length),
    ...[at(0.5), at(0.95), sorted[sorted.length - 1]].map((ms) => digits(ms, 0)),
    byStatus,
    ...(target === null ? ['', ''] : [`≤ ${target}`, isRight ? 'ok' : 'short']),
  ];
}
