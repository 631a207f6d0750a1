import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SessionsModule } from '../sessions/sessions.module.js';
import { CallRegistry } from './call-registry.js';
import { Dispatcher } from './dispatcher.js';
import { ParameterReader } from './parameter-reader.js';
import { RefusalAudit } from './refusal-audit.js';
import { RequestLog } from './request-log.js';

@Module({
  imports: [DiscoveryModule, SessionsModule],
  providers: [CallRegistry, Dispatcher, ParameterReader, RefusalAudit, RequestLog],
  exports: [CallRegistry, Dispatcher, RequestLog],
})
export class DispatchModule {}
