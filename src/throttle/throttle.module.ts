import { Module } from '@nestjs/common';
import { AttemptThrottle } from './attempt-throttle.js';

@Module({ providers: [AttemptThrottle], exports: [AttemptThrottle] })
export class ThrottleModule {}
