import { Module } from '@nestjs/common';
import { Family } from './family.entity.js';
import { Picture } from './picture.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FamilyService } from './family.service.js';
import { PictureController } from './picture.controller.js';
import { PictureConverter } from './picture-converter.js';
import { ProfileInformationService } from './profile-information.js';

@Module({
  imports: [TypeOrmModule.forFeature([Family, Picture])],
  controllers: [PictureController],
  providers: [FamilyService, PictureConverter, ProfileInformationService],
  exports: [FamilyService, PictureConverter, ProfileInformationService],
})
export class FamiliesModule {}
