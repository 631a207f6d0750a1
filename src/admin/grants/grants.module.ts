import { Module } from '@nestjs/common';
import { TokenGrant } from '../../oauth/tokens/token-grant.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OidcModule } from '../../oauth/oidc/oidc.module.js';
import { TokensModule } from '../../oauth/tokens/tokens.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { GrantsController } from './grants.controller.js';
import { Grants } from './grants.service.js';
import { TokensConsole } from './tokens.console.js';
import { Tokens } from './tokens.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TokenGrant]), OidcModule, ShellModule, TokensModule],
  controllers: [GrantsController, TokensConsole],
  providers: [Grants, Tokens],
  exports: [Grants, Tokens],
})
export class AdminGrantsModule {}
