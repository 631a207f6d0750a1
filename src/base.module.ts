import { Module, type DynamicModule } from '@nestjs/common';
import { AuditLog } from './audit/audit-log.js';
import { AuditTally } from './audit/audit-tally.js';
import { AppConfig } from './config/app-config.js';
import { Changes } from './database/changes.js';
import { connect } from './database/connect.js';
import { Database } from './database/database.js';
import { entities } from './entities.js';
import { BodyMemory } from './intake/body-memory.js';
import { Connections } from './intake/connections.js';
import { Clock } from './security/clock.js';
import { PasswordHasher } from './security/password-hasher.js';
import { Sealer } from './security/sealer.js';
import { AppLog } from './telemetry/log.js';
import { Metrics } from './telemetry/metrics.js';

/** What the process is told from outside; tests bring their own clock and log. */
export interface Surroundings {
  readonly config: AppConfig;
  readonly log: AppLog;
  readonly clock: Clock;
  /** Opens the database; tests may have it open already. */
  readonly connectDatabase?: typeof connect;
}

/** What every layer stands on, once per process. */
@Module({})
export class BaseModule {
  static with({ config, log, clock, connectDatabase = connect }: Surroundings): DynamicModule {
    const providers = [
      { provide: AppConfig, useValue: config },
      { provide: AppLog, useValue: log },
      { provide: Clock, useValue: clock },
      { provide: Sealer, useValue: new Sealer(config.masterKeys) },
      { provide: PasswordHasher, useFactory: () => new PasswordHasher(config.bcryptCost, clock) },
      { provide: Database, useFactory: () => connectDatabase(config, entities) },
      {
        provide: Changes,
        inject: [Database],
        useFactory: async (database: Database) => {
          const changes = new Changes(database, log.pino, config.databaseUrl);
          await changes.start();
          return changes;
        },
      },
      Metrics,
      BodyMemory,
      Connections,
      AuditTally,
      AuditLog,
    ];
    return { module: BaseModule, global: true, providers, exports: providers };
  }
}
