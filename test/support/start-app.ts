import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { Server } from 'node:http';
import type { EntityManager } from 'typeorm';
import { startServer, type RunningServer } from '../../src/app.setup.js';
import type { Surroundings } from '../../src/base.module.js';
import { CleanUp } from '../../src/operate/clean-up.js';
import { Database } from '../../src/platform/database/database.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { ApiDocument } from '../../src/platform/openapi/api-document.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { AppLog, createLog } from '../../src/platform/telemetry/log.js';
import { FIXTURES } from './fixtures.js';
import { FixedClock } from './fixed-clock.js';
import { freePort } from './free-port.js';
import { HeldAnswers } from './held-answers.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { WaitsInTransactions } from './waits-in-transactions.js';

type Transact = (work: (tx: Pick<EntityManager, 'query'>) => Promise<unknown>) => Promise<unknown>;

/** test/runner/environment.mjs */
declare const requireOutside: (path: './fixture-rows.mjs') => {
  writeFixtures(transaction: Transact, apply: () => Promise<void>): Promise<void>;
};

/** Constant in each run, so that a server can read what is stored of another one's fixtures. */
const KEYS = { MASTER_KEY: '6b'.repeat(32), SESSION_SECRET: 'kept for the tests alone: '.repeat(2) };

/** A complete server with its own database, the fixtures and a clock that stands still. */
export class TestServer {
  private readonly answers: HeldAnswers;
  private readonly waits: WaitsInTransactions | null;

  constructor(
    readonly url: string,
    readonly clock: FixedClock,
    /** All log lines so far. */
    readonly log: readonly string[],
    private readonly running: RunningServer,
    private readonly database: TestDatabase,
  ) {
    this.answers = new HeldAnswers(this.httpServer, () => this.get(ApiDocument).get());
    const held = this.get(Database);
    this.waits = held.isEmbedded ? new WaitsInTransactions(held) : null;
  }

  get httpServer(): Server {
    return this.running.app.getHttpServer();
  }

  get<T>(type: Type<T>): T {
    return this.running.app.get(type);
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.database.drop();
    this.answers.requireNoProblem();
    this.waits?.requireNone();
  }
}

export async function startApp(
  settings: Record<string, string> = {},
  createDatabase = createTestDatabase,
  { furnish, ...more }: Pick<Surroundings, 'spanExporter'> & { furnish?: () => Promise<void> } = {},
): Promise<TestServer> {
  const port = Number(settings.PORT ?? (await freePort()));
  const database = await createDatabase();
  const url = settings.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    BCRYPT_COST: '4',
    ...KEYS,
    ...database.settings,
    ...settings,
  });
  const clock = new FixedClock();
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = new AppLog(createLog('debug', { write }, config.nodeName));
  const surroundings = { config, log, clock, embeddedDatabase: database.embedded, ...more };
  const running = await startServer(surroundings, furnish);
  // The caller closes idle connections: on a busy machine, a request may be in progress when the server closes them.
  running.app.getHttpServer().keepAliveTimeout = 0;
  // Its timer goes by real minutes: on a busy machine it would delete what a test has just made.
  running.app.get(CleanUp).pause();
  const server = new TestServer(`http://127.0.0.1:${port}`, clock, lines, running, database);
  try {
    const [bootstrap, held] = [running.app.get(Bootstrap), running.app.get(Database)];
    const apply = () => bootstrap.apply(FIXTURES);
    // Settings may change what is written, and a database other than the worker's may be any.
    if (database.embedded && Object.keys(settings).length === 0)
      await requireOutside('./fixture-rows.mjs').writeFixtures((work) => held.transaction(work), apply);
    else await apply();
    return server;
  } catch (cause) {
    await server.close(); // otherwise Jest would wait for it for ever
    throw cause;
  }
}
