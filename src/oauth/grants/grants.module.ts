import { Module } from '@nestjs/common';
import { PasswordsModule } from '../../identity/passwords/passwords.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { DeviceModule } from '../device/device.module.js';
import { DpopModule } from '../dpop/dpop.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { SsoModule } from '../sso/sso.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import type { Grant } from './grant-type.js';
import { GRANT_TYPES, GRANT_INSTANCES } from './grant-types.js';
import { TokenAnswers } from './token-answers.js';
import { TokenCallsController } from './token-calls.controller.js';
import { TokenEndpointController } from './token-endpoint.controller.js';

/** The grant types, POST /token, and the calls of the interface that answer the same tokens. */
@Module({
  imports: [AccountsModule, PasswordsModule, DeviceModule, DpopModule, OidcModule, SsoModule, TokensModule],
  controllers: [TokenCallsController, TokenEndpointController],
  providers: [
    ...GRANT_TYPES,
    { provide: GRANT_INSTANCES, inject: GRANT_TYPES, useFactory: (...grants: Grant[]) => grants },
    TokenAnswers,
  ],
})
export class GrantsModule {}
