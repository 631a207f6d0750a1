import './platform/security/no-fetch.js';
import 'reflect-metadata';
import { FirstAdministrator } from './admin/shell/access/first-administrator.js';
import { startServer, type RunningServer } from './app.setup.js';
import type { Bootstrap } from './provisioning/bootstrap/bootstrap.service.js';
import {
  makeDemoData,
  saveDemoCredentials,
  type DemoCredentials,
} from './provisioning/bootstrap/demo-data.js';
import {
  demoMessage,
  setupCodeMessage,
  setupMessage,
  startMessage,
  type ShownDemo,
} from './provisioning/bootstrap/start-message.js';
import { FirstFactors } from './identity/factors/first-factors.js';
import type { AppConfig } from './platform/config/app-config.js';
import { Database } from './platform/database/database.js';
import { startLightly } from './platform/flags-of-v8.js';
import { loadConfig } from './platform/config/load-config.js';
import { SettingsError } from './platform/config/settings-error.js';
import { Clock } from './platform/security/clock.js';
import { AppLog, createLog } from './platform/telemetry/log.js';
import { makeSetupCodeHere, migrateDatabase, moveToPostgres, resealDatabase } from './app.commands.js';

const USAGE = `Usage: node dist/main.js            starts the server
       node dist/main.js migrate    brings the database up to date, and ends: with code 0 when it is
       node dist/main.js reseal     encrypts at rest under a key for each purpose, once no node of 0.2 is left, and ends
       node dist/main.js setup-code ACCOUNT
                                    prints a code with which an administrator sets up the first second factor;
                                    ACCOUNT is the number of the account, or an e-mail address, phone number or login
       node dist/main.js move [--dry-run]
                                    moves everything from the embedded database in DATA_DIR to the empty PostgreSQL of
                                    DATABASE_URL, in one transaction, compares both, and ends; the server must be down,
                                    and MASTER_KEY the same. --dry-run checks and counts, and writes nothing

Settings are read from the environment and from .env: see .env.example.
`;

interface Command {
  /** Completes "Hearth cannot …". */
  readonly does: string;
  /** The number of words after the command. */
  readonly takes?: number;
  /** An option that it may be given. */
  readonly option?: string;
  readonly run: (config: AppConfig, given: readonly string[]) => Promise<void>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const COMMANDS: Readonly<Record<string, Command>> = {
  start: { does: 'start', run: start },
  migrate: { does: 'migrate', run: (config) => migrateDatabase(config, say) },
  reseal: { does: 'reseal', run: (config) => resealDatabase(config, say) },
  move: {
    does: 'move',
    option: '--dry-run',
    run: (config, given) => moveToPostgres(config, given.includes('--dry-run'), say),
  },
  'setup-code': {
    does: 'make a set-up code',
    takes: 1,
    run: async (config, [account]) =>
      void process.stdout.write(setupCodeMessage(await makeSetupCodeHere(config, account))),
  },
};

const hasStarted = startLightly();
void main(process.argv.slice(2));

async function main([command = 'start', ...more]: readonly string[]): Promise<void> {
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : null;
  if ([command, ...more].includes('--help')) process.stdout.write(USAGE);
  else if (known === null || more.filter((word) => word !== known.option).length !== (known.takes ?? 0)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else
    try {
      await known.run(loadConfig(), more);
    } catch (cause) {
      // A problem that the operator can fix is told in one sentence; anything else is a bug of ours and keeps its stack.
      const text = cause instanceof SettingsError ? cause.message : ((cause as Error).stack ?? String(cause));
      process.stderr.write(`Hearth cannot ${known.does}. ${text}\n`);
      process.exit(1);
    }
}

async function start(config: AppConfig): Promise<void> {
  const log = new AppLog(createLog(config.logLevel, undefined, config.nodeName));
  let credentials: DemoCredentials | null = null;
  const server = await startServer({ config, log, clock: new Clock() }, async (bootstrap) => {
    credentials = await demoData(bootstrap, config);
  });
  hasStarted();
  stopOnSignal(server, log);
  announce(server, config, log, await shownDemo(server, credentials));
  await warnOfMissingFactors(server, config, log);
  const code = await server.app.get(FirstAdministrator).offer();
  if (code !== null) process.stdout.write(setupMessage(config, code)); // printed for the operator, never logged
}

/** Fills an empty database with demo data outside production. */
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

/** Makes the code for the demo administrator's second factor. */
async function shownDemo(
  { app }: RunningServer,
  credentials: DemoCredentials | null,
): Promise<ShownDemo | null> {
  if (credentials === null) return null;
  const first = app.get(FirstFactors);
  const [administrator] = await first.missing();
  const made = await app.get(Database).transaction((tx) => first.makeCode(tx, administrator.id));
  return { ...credentials, setupCode: made?.code ?? null };
}

/** Warns of administrators without a required second factor: they need a set-up code to sign in to the console. */
async function warnOfMissingFactors(
  { app }: RunningServer,
  { adminSecondFactor }: AppConfig,
  log: AppLog,
): Promise<void> {
  if (adminSecondFactor !== 'required') return;
  const accounts = (await app.get(FirstFactors).missing()).map(({ id }) => id);
  if (accounts.length === 0) return;
  const advice = 'Make a set-up code for each: in the console, or by "node dist/main.js setup-code ACCOUNT".';
  log.pino.warn({ accounts }, `accounts with a role have no second factor. ${advice}`);
}

function announce(
  server: RunningServer,
  config: AppConfig,
  log: AppLog,
  credentials: ShownDemo | null,
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

/** Finishes pending requests at the first signal, and exits at once at the second. */
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
