import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountInformationService } from './account-information.service.js';
import { FamilyService } from './family.service.js';

@Module({
  controllers: [AccountController],
  providers: [AccountInformationService, FamilyService],
  exports: [AccountInformationService, FamilyService],
})
export class FamiliesModule {}
