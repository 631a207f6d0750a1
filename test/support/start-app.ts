import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { Server } from 'node:http';
import { startServer, type RunningServer } from '../../src/app.setup.js';
import type { Surroundings } from '../../src/base.module.js';
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
  more: Pick<Surroundings, 'spanExporter'> = {},
): Promise<TestServer> {
  const port = Number(settings.PORT ?? (await freePort()));
  const database = await createDatabase();
  const url = settings.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    BCRYPT_COST: '4',
    ...database.settings,
    ...settings,
  });
  const clock = new FixedClock();
  const lines: string[] = [];
  const log = new AppLog(createLog('debug', { write: (line: string) => void lines.push(line) }));
  const running = await startServer({ config, log, clock, embeddedDatabase: database.embedded, ...more });
  // The caller closes idle connections: on a busy machine, a request may be in progress when the server closes them.
  running.app.getHttpServer().keepAliveTimeout = 0;
  const server = new TestServer(`http://127.0.0.1:${port}`, clock, lines, running, database);
  try {
    await running.app.get(Bootstrap).apply(FIXTURES);
    return server;
  } catch (cause) {
    await server.close(); // otherwise Jest would wait for it for ever
    throw cause;
  }
}
