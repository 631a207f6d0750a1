import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { OwnRecoveryModule } from '../recovery/own-recovery.module.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondStepController } from './second-step.controller.js';

/** The page of the second factor, and the second step of a sign-in. */
@Module({
  imports: [FactorsModule, OwnRecoveryModule, SessionsModule],
  controllers: [SecondFactorController, SecondStepController],
})
export class OwnFactorsModule {}
