import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CallRegistry } from './call-registry.js';
import { Dispatcher } from './dispatcher.js';
import { ParameterReader } from './parameter-reader.js';
import { RepeatedCalls } from './repeated-calls.js';
import { RequestLog } from './request-log.js';

/** The lane (docs/reference/architecture.md#the-way-of-a-call). */
@Module({})
export class DispatchModule {
  /** @param access the module that exports `RequestAccess` */
  static with(access: Type): DynamicModule {
    return {
      module: DispatchModule,
      imports: [DiscoveryModule, access],
      providers: [CallRegistry, Dispatcher, ParameterReader, RepeatedCalls, RequestLog],
      exports: [CallRegistry, Dispatcher, RequestLog],
    };
  }
}
