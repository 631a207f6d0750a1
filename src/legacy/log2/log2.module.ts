import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { OidcModule } from '../../oauth/oidc/oidc.module.js';
import { Log2Controller } from './log2.controller.js';

@Module({
  imports: [AccountsModule, OidcModule, SessionsModule],
  controllers: [Log2Controller],
})
export class Log2Module {}
