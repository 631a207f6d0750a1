import './platform/security/no-fetch.js';
import 'reflect-metadata';
import { FirstAdministrator } from './admin/shell/access/first-administrator.js';
import { migrateDatabase } from './app.migrate.js';
import { resealDatabase } from './app.reseal.js';
import { startServer, type RunningServer } from './app.setup.js';
import type { Bootstrap } from './provisioning/bootstrap/bootstrap.service.js';
import {
  makeDemoData,
  saveDemoCredentials,
  type DemoCredentials,
} from './provisioning/bootstrap/demo-data.js';
import { demoMessage, setupMessage, startMessage } from './provisioning/bootstrap/start-message.js';
import type { AppConfig } from './platform/config/app-config.js';
import { loadConfig } from './platform/config/load-config.js';
import { SettingsError } from './platform/config/settings-error.js';
import { Clock } from './platform/security/clock.js';
import { AppLog, createLog } from './platform/telemetry/log.js';

const USAGE = `Usage: node dist/main.js            starts the server
       node dist/main.js migrate    brings the database up to date, and ends: with code 0 when it is
       node dist/main.js reseal     encrypts at rest under a key for each purpose, once no node of 0.2 is left, and ends

Settings are read from the environment and from .env: see .env.example.
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const COMMANDS: Readonly<Record<string, (config: AppConfig) => Promise<void>>> = {
  start,
  migrate: (config) => migrateDatabase(config, say),
  reseal: (config) => resealDatabase(config, say),
};

void main(process.argv.slice(2));

async function main([command = 'start', ...more]: readonly string[]): Promise<void> {
  const isKnown = Object.hasOwn(COMMANDS, command) && more.length === 0;
  if ([command, ...more].includes('--help')) process.stdout.write(USAGE);
  else if (!isKnown) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else
    try {
      await COMMANDS[command](loadConfig());
    } catch (cause) {
      // A problem that the operator can fix is told in one sentence; anything else is a bug of ours and keeps its stack.
      const text = cause instanceof SettingsError ? cause.message : ((cause as Error).stack ?? String(cause));
      process.stderr.write(`Hearth cannot ${command}. ${text}\n`);
      process.exit(1);
    }
}

async function start(config: AppConfig): Promise<void> {
  const log = new AppLog(createLog(config.logLevel));
  let credentials: DemoCredentials | null = null;
  const server = await startServer({ config, log, clock: new Clock() }, async (bootstrap) => {
    credentials = await demoData(bootstrap, config);
  });
  stopOnSignal(server, log);
  announce(server, config, log, credentials);
  const code = await server.app.get(FirstAdministrator).offer();
  if (code !== null) process.stdout.write(setupMessage(config, code)); // printed for the operator, never logged
}

/** Outside production, an empty database gets demo data to try Hearth with. */
async function demoData(
  bootstrap: Bootstrap,
  { environment, dataDir, publicUrl }: AppConfig,
): Promise<DemoCredentials | null> {
  if (environment === 'production' || !(await bootstrap.isEmpty())) return null;
  const { document, credentials } = makeDemoData();
  saveDemoCredentials(dataDir, publicUrl, credentials); // saved first: secrets that only the database knows are lost
  await bootstrap.apply(document);
  return credentials;
}

function announce(
  server: RunningServer,
  config: AppConfig,
  log: AppLog,
  credentials: DemoCredentials | null,
): void {
  const { publicUrl, databaseUrl, environment } = config;
  log.pino.info(
    { url: publicUrl, port: server.port, database: databaseUrl ? 'postgresql' : 'embedded' },
    'listening',
  );
  if (!databaseUrl)
    log.pino.warn('embedded database: a power failure can lose the last moments; set DATABASE_URL for more');
  if (environment === 'production') return;
  process.stdout.write(credentials ? demoMessage(publicUrl, credentials) : `${startMessage(publicUrl)}\n`);
}

/** The first signal lets requests in flight finish; the second exits at once. */
function stopOnSignal(server: RunningServer, log: AppLog): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.pino.info({ signal }, 'stopping');
    server.close().then(
      () => process.exit(0),
      (cause: unknown) => {
        process.stderr.write(`Hearth did not stop cleanly: ${String(cause)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
