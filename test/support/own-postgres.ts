import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.js';

/** PostgreSQL refuses to run as root; this user exists on every Linux. */
const NOBODY = 65_534;

/** A PostgreSQL for one test, in a temporary folder, which the test may stop and start. */
export class OwnPostgres {
  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async make(): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-postgres-'));
    if (isRoot()) chownSync(folder, NOBODY, NOBODY);
    const postgres = new OwnPostgres(binaries(), folder, await freePort());
    const fast = ['--no-sync', '--locale=C', '--encoding=UTF8'];
    await postgres.run('initdb', ['-D', postgres.data, '-U', 'hearth', '--auth=trust', ...fast]);
    await postgres.start();
    return postgres;
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

  async remove(): Promise<void> {
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
