import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdministration } from './administration-mode.js';
import { runAgainst } from './against-mode.js';
import { runDefault } from './default-mode.js';
import { runFlood } from './flood-mode.js';
import { findHomes } from './database/homes.js';
import { runLarge } from './large-mode.js';
import { runLight } from './light-mode.js';
import { runMixed } from './mixed-mode.js';
import { runPasskey } from './passkey-mode.js';
import { runProvisioning } from './provisioning-mode.js';
import { runWebhooks } from './webhooks-mode.js';
import { HELP, parseOptions, type Options } from './options.js';
import { LOGGING } from './servers/hearth.js';
import { atEnd, cleanUp } from './support/clean-up.js';
import { describeCores, findCores } from './support/cores.js';

const MODES = {
  default: runDefault,
  against: runAgainst,
  large: runLarge,
  light: runLight,
  provisioning: runProvisioning,
  administration: runAdministration,
  flood: runFlood,
  mixed: runMixed,
  webhooks: runWebhooks,
  passkey: runPasskey,
};
const LIMIT_MS = 600_000;
const INTERRUPTED = 130;

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(HELP);
  else await run(options);
} catch (cause) {
  process.stderr.write(
    `The benchmark failed. ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
  );
  process.exitCode = 1;
} finally {
  await cleanUp();
  process.exit();
}

async function run(options: Options): Promise<void> {
  process.setMaxListeners(0);
  process.on('uncaughtException', (cause) => void abort(`unforeseen: ${cause.stack ?? cause.message}`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void abort(`stopped by ${signal}`));
  if (options.mode === 'default')
    setTimeout(() => void abort('not done after ten minutes'), LIMIT_MS).unref();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  chmodSync(folder, 0o755); // a temporary PostgreSQL may run as another user
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const cores = findCores();
  const homes = await findHomes(folder, cores);
  const report = await MODES[options.mode](options, cores, homes, folder);
  const conditions = `${describeCores(cores)}; ${LOGGING}; Node ${process.version}`;
  process.stdout.write(`\n${conditions}\n\n${report}\n`);
}

async function abort(reason: string): Promise<void> {
  process.stderr.write(`The benchmark ends: ${reason}; cleaning up.\n`);
  await cleanUp();
  process.exit(INTERRUPTED);
}
