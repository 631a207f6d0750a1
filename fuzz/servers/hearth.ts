import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPostgresDatabase } from '../../bench/database/postgres.js';
import { atEnd } from '../../bench/support/clean-up.js';
import { freePort } from '../../bench/support/network.js';
import type { Credentials } from '../cast/cast.js';
import type { Program } from './own-server.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/**
 * The built server in production mode behind a proxy, with only an administrator, in a folder that is deleted at the
 * end.
 */
export async function hearthProgram(
  databaseUrl: string | null,
): Promise<{ program: Program; administrator: Credentials }> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-fuzz-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const database = databaseUrl === null ? null : await createPostgresDatabase(databaseUrl);
  const settings: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const where = database ? 'PostgreSQL' : 'the embedded database';
  return programIn(folder, settings, `a server of its own on ${where}`);
}

/** @param settings for its database */
export async function programIn(
  folder: string,
  settings: Readonly<Record<string, string>>,
  description: string,
): Promise<{ program: Program; administrator: Credentials }> {
  const administrator = {
    identifier: 'administrator@fuzz.test',
    password: `pw-${randomBytes(18).toString('base64url')}`,
  };
  mkdirSync(folder, { recursive: true });
  const bootstrap = join(folder, 'bootstrap.json');
  writeFileSync(bootstrap, JSON.stringify({ accounts: [accountOf(administrator)] }), { mode: 0o600 });
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    ADMIN_SECOND_FACTOR: 'optional', // its administrator signs in by a password
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`, // browsers have no passkeys for an address that is a number
    DATA_DIR: join(folder, 'data'),
    BOOTSTRAP_FILE: bootstrap,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SESSION_SECRET: randomBytes(32).toString('base64'),
    BCRYPT_COST: '4', // the server is tested, not the hash
    SECURITY_CONTACT: 'mailto:security@fuzz.example', // without one there is no security.txt
    TRUST_PROXY: 'loopback',
    JWKS_INSIDE_NETWORKS: '127.0.0.1', // where the provider of the run is
    UNREGISTERED_CLIENTS: 'applications.invalid', // families decide about them; no such name ever resolves
    SMS_GATEWAY_URL: 'http://127.0.0.1:9/', // nobody listens there: text messages are tried again and again
    ...settings,
  };
  return { program: { description, file: MAIN, port, cwd: folder, env }, administrator };
}

function accountOf({ identifier, password }: Credentials): object {
  const identifiers = [{ type: 'Email', value: identifier, isValidated: true }];
  return { name: 'Fuzz administrator', identifiers, password, role: 'administrator' };
}
