import { Global, Module } from '@nestjs/common';
import { ActiveAccounts } from './active-accounts.js';
import { ActivityRecord } from './activity-record.js';
import { HourlyCounters } from './hourly-counters.js';
import { ThisNode } from './this-node.js';

/** What happens on the nodes, in numbers. */
@Global()
@Module({
  providers: [ActiveAccounts, ActivityRecord, HourlyCounters, ThisNode],
  exports: [ActiveAccounts, ActivityRecord, HourlyCounters, ThisNode],
})
export class ActivityModule {}
