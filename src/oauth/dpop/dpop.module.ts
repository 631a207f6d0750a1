import { Module } from '@nestjs/common';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { MacModule } from '../mac/mac.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { DpopRequests } from './dpop-requests.js';
import { DpopVerifier } from './dpop-verifier.js';

/** Tokens that are bound to a key (RFC 9449): proofs of that key, with requests for tokens and with calls. */
@Module({
  imports: [MacModule, ThrottleModule, TokensModule],
  providers: [DpopRequests, DpopVerifier],
  exports: [DpopRequests, DpopVerifier],
})
export class DpopModule {}
