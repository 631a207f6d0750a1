import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { Lifetimes } from './lifetimes.js';
import { MacVerifier } from './mac/mac-verifier.js';
import { NonceStore } from './mac/nonce-store.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenLookup } from './token-lookup.js';
import { TokenRefresher } from './token-refresher.js';
import { TokenRevoker } from './token-revoker.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [AccountsModule, ClientsModule],
  controllers: [TokenController],
  providers: [
    Lifetimes,
    MacVerifier,
    NonceStore,
    TokenEndpoint,
    TokenIssuer,
    TokenLookup,
    TokenRefresher,
    TokenRevoker,
  ],
  exports: [MacVerifier, TokenIssuer, TokenLookup, TokenRevoker],
})
export class TokensModule {}
