import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { FormSignIn } from './form-sign-in.js';
import { WebFlowController } from './web-flow.controller.js';
import { WebFlow } from './web-flow.service.js';

@Module({
  imports: [AccountsModule, ClientsModule, SessionsModule, ThrottleModule],
  controllers: [WebFlowController],
  providers: [FormSignIn, WebFlow],
})
export class WebFlowModule {}
