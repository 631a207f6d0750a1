import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { AppConfig } from '../../platform/config/app-config.js';

/** The relying party of passkeys: the domain that browsers bind them to, and the origins that may use them. */
@Injectable()
export class RelyingParty {
  /** null: browsers make no passkeys for an IP address, so there are none. */
  readonly id: string | null;
  /** The origin of PUBLIC_URL is first. */
  readonly origins: readonly string[];

  constructor({ publicUrl, passkeyRpId, passkeyOrigins }: AppConfig) {
    const { hostname, origin } = new URL(publicUrl);
    const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    this.id = passkeyRpId ?? (isNumber ? null : hostname);
    this.origins = [origin, ...passkeyOrigins];
  }

  /** @throws Error when there are no passkeys: check `id` before */
  get requiredId(): string {
    if (this.id === null) throw new Error('there are no passkeys for an IP address');
    return this.id;
  }
}
