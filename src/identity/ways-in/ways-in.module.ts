import { Module } from '@nestjs/common';
import { Remedies } from './remedies.js';

/** Which ways there are into an account, and what takes them away. */
@Module({ providers: [Remedies], exports: [Remedies] })
export class WaysInModule {}
