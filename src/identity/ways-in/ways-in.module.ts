import { Module } from '@nestjs/common';
import { Remedies } from './remedies.js';
import { WaysList } from './ways-list.js';

/** Which ways there are into an account, and what takes them away. */
@Module({ providers: [Remedies, WaysList], exports: [Remedies, WaysList] })
export class WaysInModule {}
