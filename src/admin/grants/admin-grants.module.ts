import { Module } from '@nestjs/common';
import { TokenGrant } from '../../oauth/tokens/token-grant.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OidcModule } from '../../oauth/oidc/oidc.module.js';
import { TokensModule } from '../../oauth/tokens/tokens.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { GrantsController } from './grants.controller.js';
import { Grants } from './grants.service.js';
import { GrantsConsole } from './grants.console.js';

@Module({
  imports: [TypeOrmModule.forFeature([TokenGrant]), OidcModule, ShellModule, TokensModule],
  controllers: [GrantsController, GrantsConsole],
  providers: [Grants],
  exports: [Grants],
})
export class AdminGrantsModule {}
