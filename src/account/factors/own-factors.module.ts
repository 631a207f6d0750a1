import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { OwnRecoveryModule } from '../recovery/own-recovery.module.js';
import { KeptFactorController } from './kept-factor.controller.js';
import { OwnFactors } from './own-factors.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondStepController } from './second-step.controller.js';

/** The second factor: its page, and the second step of a sign-in. */
@Module({
  imports: [FactorsModule, OwnRecoveryModule, SessionsModule],
  controllers: [KeptFactorController, SecondFactorController, SecondStepController],
  providers: [OwnFactors],
})
export class OwnFactorsModule {}
