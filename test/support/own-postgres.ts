import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

/** PostgreSQL refuses to run as root; this user exists on every Linux. */
const NOBODY = 65_534;
const STANDBY = 'standby';

/** A PostgreSQL for one test or one scenario of the chaos, in a temporary folder, which they may stop and start. */
export class OwnPostgres {
  private frozen: number | null = null;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** The settings of a PostgreSQL to be made. */
  static get program(): string {
    return join(binaries(), 'postgres');
  }

  /** @param folder is removed with it */
  static async make(folder = newFolder()): Promise<OwnPostgres> {
    if (isRoot()) chownSync(folder, NOBODY, NOBODY);
    const postgres = new OwnPostgres(binaries(), folder, await freePort());
    const fast = ['--no-sync', '--locale=C', '--encoding=UTF8'];
    await postgres.run('initdb', ['-D', postgres.data, '-U', 'hearth', '--auth=trust', ...fast]);
    await postgres.start();
    return postgres;
  }

  /** A standby of this one; after its return nothing is committed that the standby lacks. */
  async makeStandby(): Promise<OwnPostgres> {
    const standby = new OwnPostgres(this.bin, newFolder(), await freePort());
    const source = `${this.url}?application_name=${STANDBY}`;
    await this.run('pg_basebackup', ['-D', standby.data, '-d', source, '-R', '-c', 'fast', '--no-sync']);
    await standby.start();
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await client.query('SELECT pg_reload_conf()');
    const inStep = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
    await eventually(async () => ((await client.query(inStep)).rowCount === 1 ? true : null));
    await client.end();
    return standby;
  }

  /** `127.0.0.1:port`, for a URL with several hosts. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `postgres://hearth@127.0.0.1:${this.port}/postgres`;
  }

  start(): Promise<void> {
    const settings = `-c listen_addresses=127.0.0.1 -p ${this.port} -k ${this.folder} -c fsync=off`;
    const log = join(this.folder, 'log');
    return this.run('pg_ctl', ['-D', this.data, '-w', '-l', log, '-o', settings, 'start']);
  }

  /** Closes connections; committed data is kept. */
  stop(): Promise<void> {
    return this.run('pg_ctl', ['-D', this.data, '-w', '-m', 'fast', 'stop']);
  }

  /** Like a crash: without notice, and without finishing. */
  crash(): Promise<void> {
    return this.run('pg_ctl', ['-D', this.data, '-w', '-m', 'immediate', 'stop']);
  }

  /** Whether it executes statements. */
  async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  /** Like a machine that vanishes: its connections stay open, and nobody answers. */
  freeze(): void {
    const [postmaster] = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n').map(Number);
    process.kill(postmaster, 'SIGSTOP');
    while (!isStopped(postmaster)); // it may be about to fork
    for (const child of childrenOf(postmaster)) process.kill(child, 'SIGSTOP');
    this.frozen = postmaster;
  }

  /** After `freeze`: it continues as if nothing had happened. */
  thaw(): void {
    if (this.frozen === null) return;
    for (const pid of [...childrenOf(this.frozen), this.frozen]) process.kill(pid, 'SIGCONT');
    this.frozen = null;
  }

  /** Makes a standby the primary; it accepts writes when this is done. */
  promote(): Promise<void> {
    return this.run('pg_ctl', ['-D', this.data, '-w', 'promote']);
  }

  async remove(): Promise<void> {
    if (this.frozen !== null)
      for (const pid of [...childrenOf(this.frozen), this.frozen]) process.kill(pid, 'SIGKILL');
    await this.stop().catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private run(program: string, args: string[]): Promise<void> {
    const user = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn(join(this.bin, program), args, { cwd: this.folder, stdio: 'ignore', ...user });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} ended with code ${code}`)),
      );
    });
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-postgres-'));
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The folder with initdb and pg_ctl: the newest of Debian's folders, or the one in PATH. */
function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_ctl')));
  if (found === undefined) throw new Error('this test needs initdb and pg_ctl of PostgreSQL');
  return found;
}
