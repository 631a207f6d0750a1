import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KnownResources } from './known-resources.js';
import { ProtectedResource } from './protected-resource.entity.js';
import { ResourceStore } from './resource-store.js';

/** Resource servers of others, for which this server issues access tokens. */
@Module({
  imports: [TypeOrmModule.forFeature([ProtectedResource])],
  providers: [KnownResources, ResourceStore],
  exports: [KnownResources, ResourceStore],
})
export class ResourcesModule {}
