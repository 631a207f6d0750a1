import { Module } from '@nestjs/common';
import { AttemptThrottle } from './attempt-throttle.js';
import { Budgets } from './budgets.js';

@Module({ providers: [AttemptThrottle, Budgets], exports: [AttemptThrottle, Budgets] })
export class ThrottleModule {}
