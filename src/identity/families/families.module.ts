import { Module } from '@nestjs/common';
import { Family } from './family.entity.js';
import { Picture } from './picture.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FamilyService } from './family.service.js';
import { PictureController } from './picture.controller.js';
import { PictureConverter } from './picture-converter.js';

@Module({
  imports: [TypeOrmModule.forFeature([Family, Picture])],
  controllers: [PictureController],
  providers: [FamilyService, PictureConverter],
  exports: [FamilyService, PictureConverter],
})
export class FamiliesModule {}
