import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from '../support/child.js';
import { besideLoad, type Cores } from '../support/cores.js';
import { freePort, HOST, untilListening } from '../support/network.js';
import { progress } from '../support/progress.js';
import { openPostgres } from './postgres.js';

const DEBIAN = '/usr/lib/postgresql';
/** A quarter of the machine's memory, in MB, as PostgreSQL's manual recommends; the default of 128 suits a laptop. */
const SHARED_BUFFERS = Math.ceil(totalmem() / 2 ** 22);
const READY_ATTEMPTS = 100;
const READY_PAUSE_MS = 50;

/** The newest initdb in Debian's folders, or the one in PATH. */
export function findInitdb(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.map((folder) => join(folder, 'initdb')).find((path) => existsSync(path)) ?? null;
}

/**
 * Starts a PostgreSQL with default settings except for its memory; stopped at the end of the run.
 * @returns null when it can't start
 */
export async function startLocalPostgres(
  initdb: string,
  folder: string,
  cores: Cores,
): Promise<{ url: string; pid: number } | null> {
  const dataDir = join(folder, 'postgres');
  const uid = ordinaryUser();
  mkdirSync(dataDir, { mode: 0o700 });
  if (uid !== undefined) chownSync(dataDir, uid, uid);
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(initdb, args, { uid, gid: uid, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) {
    progress(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
    return null;
  }
  const port = await freePort();
  const command = [
    join(dirname(initdb), 'postgres'),
    '-D',
    dataDir,
    '-k',
    '',
    '-h',
    HOST,
    '-p',
    String(port),
    '-c',
    `shared_buffers=${SHARED_BUFFERS}MB`,
  ];
  // SIGINT is its "fast" stop: it does not wait for clients.
  const server = new Child(besideLoad(cores, command), {
    core: null,
    stdio: 'ignore',
    uid,
    cwd: '/',
    stopSignal: 'SIGINT',
  });
  await untilListening(server, port, 'PostgreSQL');
  const url = `postgres://postgres@${HOST}:${port}/postgres`;
  await untilReady(url);
  return { url, pid: server.pid };
}

/** It accepts connections shortly before it executes statements. */
async function untilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (await openPostgres(url)).close();
    } catch (cause) {
      if (attempt === READY_ATTEMPTS) throw cause;
      await sleep(READY_PAUSE_MS);
    }
  }
}

/** PostgreSQL refuses to run as root; undefined: this process is not root. */
function ordinaryUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return Number(
        execFileSync('id', ['-u', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    } catch {
      // no such user
    }
  }
  return undefined;
}
