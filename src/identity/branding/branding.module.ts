import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FamiliesModule } from '../families/families.module.js';
import { BrandAssetsController } from './brand-assets.controller.js';
import { BrandImage } from './brand-image.entity.js';
import { BrandImages } from './brand-images.js';
import { BrandingImports } from './branding-imports.js';
import { Branding } from './branding.entity.js';
import { BrandingStore } from './branding-store.js';
import { Brandings } from './brandings.js';

@Module({
  imports: [FamiliesModule, TypeOrmModule.forFeature([Branding, BrandImage])],
  controllers: [BrandAssetsController],
  providers: [BrandImages, BrandingImports, Brandings, BrandingStore],
  exports: [BrandImages, BrandingImports, Brandings, BrandingStore],
})
export class BrandingModule {}
