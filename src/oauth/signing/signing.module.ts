import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.js';

/** The keys that sign whatever JWT this server issues. */
@Module({
  imports: [TypeOrmModule.forFeature([SigningKey])],
  providers: [SigningKeys],
  exports: [SigningKeys],
})
export class SigningModule {}
