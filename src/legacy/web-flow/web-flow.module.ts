import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { FormSignIn } from './form-sign-in.js';
import { WebFlowController } from './web-flow.controller.js';
import { WebFlow } from './web-flow.service.js';

@Module({
  imports: [AccountsModule, ClientsModule, SessionsModule, ThrottleModule],
  controllers: [WebFlowController],
  providers: [FormSignIn, WebFlow],
})
export class WebFlowModule {}
