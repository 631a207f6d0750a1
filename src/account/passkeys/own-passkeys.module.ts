import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { PasskeysModule } from '../../identity/passkeys/passkeys.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { OwnWaysModule } from '../ways/own-ways.module.js';
import { OwnPasskeys } from './own-passkeys.js';
import { PasskeysController } from './passkeys.controller.js';

/** Passkeys under `/account/passkeys`. */
@Module({
  imports: [FactorsModule, OwnWaysModule, PasskeysModule, SessionsModule],
  controllers: [PasskeysController],
  providers: [OwnPasskeys],
  exports: [OwnPasskeys],
})
export class OwnPasskeysModule {}
