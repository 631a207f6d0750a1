import { Module } from '@nestjs/common';
import { Family } from './family.entity.js';
import { Picture } from './picture.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountController } from './account.controller.js';
import { AccountInformationService } from './account-information.service.js';
import { FamilyMembers } from './family-members.js';
import { FamilyPictureFiles } from './family-picture-files.js';
import { FamilyService } from './family.service.js';
import { PictureController } from './picture.controller.js';
import { PictureConverter } from './picture-converter.js';

@Module({
  imports: [TypeOrmModule.forFeature([Family, Picture])],
  controllers: [AccountController, PictureController],
  providers: [AccountInformationService, FamilyMembers, FamilyPictureFiles, FamilyService, PictureConverter],
  exports: [AccountInformationService, FamilyMembers, FamilyPictureFiles, FamilyService, PictureConverter],
})
export class FamiliesModule {}
