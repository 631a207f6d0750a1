import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountInformationService } from './account-information.service.js';
import { FamilyService } from './family.service.js';
import { PictureController } from './picture.controller.js';
import { PictureConverter } from './picture-converter.js';

@Module({
  controllers: [AccountController, PictureController],
  providers: [AccountInformationService, FamilyService, PictureConverter],
  exports: [AccountInformationService, FamilyService, PictureConverter],
})
export class FamiliesModule {}
