// A step of the build: an embedded database as a first start would make it, migrated and not used yet
// (src/platform/database/embedded.ts). To make one takes 5 s of the processor. Nothing is in it that instances may not share:
// secrets are made by the server, not by migrations.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../dist/platform/database/connect.js';
import { databaseOptions } from '../dist/platform/database/database-options.js';
import { packFolder } from '../dist/platform/database/packed-folder.js';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-build-'));
try {
  const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, []));
  await dataSource.destroy();
  writeFileSync('dist/bundle/pgdata.gz', packFolder(join(dataDir, 'pgdata')));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
