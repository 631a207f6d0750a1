import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { connect } from './connect.js';
import type { DatabaseOptions } from './database-options.js';
import { Database } from './database.js';

/**
 * The connection of the process. Has to be imported before every other global module: Nest shuts them down in the
 * reverse order, and what they still write at the end needs it (D188).
 */
@Global()
@Module({ providers: [Database], exports: [Database] })
export class DatabaseModule {
  static with(options: DatabaseOptions): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      // Whoever starts the server tries again: it is told at once what is wrong.
      useFactory: () => ({ ...options, toRetry: () => false }),
      dataSourceFactory: () => connect(options),
    });
    return { module: DatabaseModule, imports: [connection] };
  }
}
