import { Module, type DynamicModule } from '@nestjs/common';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { AppConfig } from './platform/config/app-config.js';
import { Changes } from './platform/database/changes.js';
import { ClockWatch } from './platform/database/clock-watch.js';
import { Database } from './platform/database/database.js';
import type { EmbeddedDatabase } from './platform/database/embedded.js';
import { KeptAnswers } from './platform/repeats/kept-answers.js';
import { BodyMemory } from './platform/intake/body-memory.js';
import { Connections } from './platform/intake/connections.js';
import { ProblemPages } from './platform/http/problem-pages.js';
import { Clock } from './platform/security/clock.js';
import { Standstill } from './platform/operations/standstill.js';
import { Silences } from './platform/database/silences/silences.js';
import { PasswordHasher } from './platform/security/password-hasher.js';
import { Sealer } from './platform/security/sealer.js';
import { usesSubkeys } from './platform/security/legacy-sealing.js';
import { AppLog } from './platform/telemetry/log.js';
import { Metrics } from './platform/telemetry/metrics.js';

/** What the process gets from outside; tests bring their own clock and log. */
export interface Surroundings {
  readonly config: AppConfig;
  readonly log: AppLog;
  readonly clock: Clock;
  /** Replaces the database in DATA_DIR: tests have one open already. */
  readonly embeddedDatabase?: EmbeddedDatabase;
  /** Receives the spans instead of a collector, in tests. */
  readonly spanExporter?: SpanExporter;
}

/** The providers of every layer, one instance for each process. */
@Module({})
export class BaseModule {
  static with({ config, log, clock }: Surroundings): DynamicModule {
    const providers = [
      { provide: AppConfig, useValue: config },
      { provide: AppLog, useValue: log },
      { provide: Clock, useValue: clock },
      {
        provide: Sealer,
        inject: [Database],
        useFactory: async ({ dataSource }: Database) =>
          new Sealer(config.masterKeys, await usesSubkeys(dataSource)),
      },
      { provide: PasswordHasher, useFactory: () => new PasswordHasher(config.bcryptCost, clock) },
      {
        provide: Changes,
        inject: [Database],
        useFactory: async (database: Database) => {
          const changes = new Changes(database, log.pino);
          await changes.start();
          return changes;
        },
      },
      KeptAnswers,
      Metrics,
      ProblemPages,
      ClockWatch,
      Silences,
      Standstill,
      BodyMemory,
      Connections,
    ];
    return { module: BaseModule, global: true, providers, exports: providers };
  }
}
