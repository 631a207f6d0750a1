import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActiveAccounts } from './active-accounts.js';
import { ActivityRecord } from './activity-record.js';
import { HourlyCounters } from './hourly-counters.js';
import { NodeRegister } from './node-register.js';
import { Node } from './node.entity.js';
import { ThisNode } from './this-node.js';

/** What happens on the nodes, in numbers. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Node])],
  providers: [ActiveAccounts, ActivityRecord, HourlyCounters, NodeRegister, ThisNode],
  exports: [ActiveAccounts, ActivityRecord, HourlyCounters, NodeRegister, ThisNode],
})
export class ActivityModule {}
