import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CallerResolver } from './caller-resolver.js';

@Module({
  imports: [ClientsModule, TokensModule],
  providers: [CallerResolver],
  exports: [CallerResolver, ClientsModule],
})
export class AccessModule {}
