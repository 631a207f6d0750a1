import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CallerResolver } from './caller-resolver.js';

@Module({
  imports: [ClientsModule, FamiliesModule, TokensModule],
  providers: [CallerResolver],
  exports: [CallerResolver, ClientsModule],
})
export class AccessModule {}
