import { Module } from '@nestjs/common';
import { Family } from './family.entity.js';
import { Picture } from './picture.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountController } from './account.controller.js';
import { AccountInformationService } from './account-information.service.js';
import { FamilyService } from './family.service.js';
import { PictureController } from './picture.controller.js';
import { PictureConverter } from './picture-converter.js';
import { ProfileInformationService } from './profile-information.js';

@Module({
  imports: [TypeOrmModule.forFeature([Family, Picture])],
  controllers: [AccountController, PictureController],
  providers: [AccountInformationService, FamilyService, PictureConverter, ProfileInformationService],
  exports: [AccountInformationService, FamilyService, PictureConverter, ProfileInformationService],
})
export class FamiliesModule {}
