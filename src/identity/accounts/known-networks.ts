import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { KeyedDigests } from '../../platform/security/keyed-digests.js';

/**
 * Computes the digests that recognize a network where an account signed in before: failures elsewhere don't delay
 * sign-ins from it (D165).
 */
@Injectable()
export class KnownNetworks {
  private readonly digests: KeyedDigests;

  constructor(config: AppConfig) {
    this.digests = new KeyedDigests(config.masterKeys, 'known network');
  }

  /** Under each key of the server, the current one first. @param network `networkOf` an address */
  digestsOf(network: string): Buffer[] {
    return this.digests.short(network);
  }
}
