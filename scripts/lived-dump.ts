// .ci/with-postgres node --import @swc-node/register/esm-register scripts/lived-dump.ts: test/upgrade/lived.sql.gz, a database of
// commit 23f23977 in which a server ran, with a row in every table, and lived.json, what its people hold. It lasts minutes.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadable } from '../test/support/loadable.js';

const COMMIT = '23f23977b6add22f7e3ca5c32dfcb698d13c587a';

const folder = mkdtempSync(join(tmpdir(), 'hearth-lived-'));
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
try {
  execFileSync('git', ['archive', '--output', join(folder, 'sources.tar'), COMMIT]);
  run('tar', '-xf', 'sources.tar');
  run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  copyFileSync('test/upgrade/lived.ts', join(folder, 'test/postgres/lived.spec.ts'));
  for (const name of ['every-table.ts', 'rows-of-every-table.ts'])
    copyFileSync(join('test/support', name), join(folder, 'test/support', name));
  run('npm', 'test', '--', 'test/postgres/lived.spec.ts');
  const sql = loadable(readFileSync(join(folder, 'lived.sql'), 'utf8'));
  writeFileSync('test/upgrade/lived.sql.gz', gzipSync(sql, { level: 9 }));
  copyFileSync(join(folder, 'lived.json'), 'test/upgrade/lived.json');
  execFileSync('npx', ['prettier', '--write', 'test/upgrade/lived.json'], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
