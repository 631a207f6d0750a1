import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecondFactors } from './second-factors.js';
import { Totp } from './totp.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Totp])],
  providers: [SecondFactors],
  exports: [SecondFactors],
})
export class FactorsModule {}
