import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { OwnPostgres } from '../test/support/own-postgres.js';

/** The date, and the machine without its name. */
export function conditions(): string {
  const [date] = new Date().toISOString().split('T');
  const postgres = execFileSync(OwnPostgres.program, ['--version'], { encoding: 'utf8' });
  const version = /[\d.]+/.exec(postgres)?.[0] ?? '';
  return `${date}: ${availableParallelism()} cores, ${system()}, PostgreSQL ${version}, Node ${process.version}`;
}

function system(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return (/^PRETTY_NAME="(.*)"$/m.exec(release)?.[1] ?? 'Linux').replace(/ GNU\/Linux| \(.*\)/g, '');
  } catch {
    return process.platform;
  }
}
