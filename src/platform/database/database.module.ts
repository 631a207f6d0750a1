import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { connect } from './connect.js';
import type { DatabaseOptions } from './database-options.js';
import { Database } from './database.js';

/** The database of the process; it closes after every module that still writes at the end (ADR 2). */
@Global()
@Module({ providers: [Database], exports: [Database] })
export class DatabaseModule {
  static with(options: DatabaseOptions): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      // No retries: the operator sees at once what is wrong, and starts the server again.
      useFactory: () => ({ ...options, toRetry: () => false }),
      dataSourceFactory: () => connect(options),
    });
    return { module: DatabaseModule, imports: [connection] };
  }
}
