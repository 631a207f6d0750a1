import { Module } from '@nestjs/common';
import { MacVerifier } from './mac-verifier.js';
import { NonceStore } from './nonce-store.js';

/** Requests that are signed with the key of a MAC token, and what keeps each of them from being sent twice. */
@Module({ providers: [MacVerifier, NonceStore], exports: [MacVerifier, NonceStore] })
export class MacModule {}
