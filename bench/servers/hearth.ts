import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MASTER_KEY } from '../load/tokens.js';
import { Child } from '../support/child.js';
import { freePort, untilListening } from '../support/network.js';
import { mainOf, THIS_BUILD, type Build } from './builds.js';

const SESSION_SECRET = 'the session secret of the benchmark and of nothing else';

export const CLIENT_ID = 'bench';
const CLIENT_SECRET = 'Bench-secret-that-looks-as-if-it-were-drawn-by-lot-07';
export const BASIC = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');

const PARTNER_ID = 'bench-partner';
export const PARTNER_BASIC = Buffer.from(`${PARTNER_ID}:${CLIENT_SECRET}`).toString('base64');

const ADMIN_ID = 'bench-admin';
export const ADMIN_BASIC = Buffer.from(`${ADMIN_ID}:${CLIENT_SECRET}`).toString('base64');

export const LOGGING = 'log level info, written to /dev/null';

export interface ServerOptions {
  /** THIS_BUILD by default. */
  readonly build?: Build;
  readonly core: number | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly profileDir: string | null;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The built server, run as in production. */
export class Hearth {
  private constructor(
    readonly child: Child,
    readonly port: number,
    readonly startMs: number,
  ) {}

  static async start(options: ServerOptions): Promise<Hearth> {
    const { build = THIS_BUILD, core, dataDir, databaseUrl, profileDir, settings } = options;
    mkdirSync(dataDir, { recursive: true });
    const port = await freePort();
    const env = {
      NODE_ENV: 'production',
      ADMIN_SECOND_FACTOR: 'optional', // its administrators sign in by a password, to measure pages
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      BOOTSTRAP_FILE: writeBootstrapFile(dataDir),
      MASTER_KEY: MASTER_KEY.toString('base64'),
      SESSION_SECRET,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...settings,
    };
    const profiling = profileDir === null ? [] : ['--cpu-prof', '--cpu-prof-dir', resolve(profileDir)];
    const command = [process.execPath, ...profiling, mainOf(build)];
    const stdio = ['ignore', openSync('/dev/null', 'w'), 'inherit'] as const;
    // Runs in its own folder: a developer's .env must not apply.
    const child = new Child(command, { core, env, cwd: dataDir, stdio: [...stdio] });
    return new Hearth(child, port, await untilListening(child, port, 'the server'));
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}

function writeBootstrapFile(folder: string): string {
  const client = {
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    name: 'Benchmark',
    ruleset: 'WEB',
    clientType: 'confidential' as const,
    isPrivileged: true,
  };
  const partner = { ...client, clientId: PARTNER_ID, name: 'Partner', ruleset: 'PROVISIONING' };
  const admin = { ...client, clientId: ADMIN_ID, name: 'Administration', ruleset: 'ADMINISTRATION' };
  const path = join(folder, 'bootstrap.json');
  writeFileSync(path, JSON.stringify({ clients: [client, partner, admin] }));
  return path;
}
