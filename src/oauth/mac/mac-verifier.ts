import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { MacCredentials } from './mac-header.js';
import { isFresh, macOf, splitHost, type MacKey } from './mac.js';
import { NonceStore } from './nonce-store.js';

const TOLERANCE_SECONDS = 300;

/** Verifies that a request is signed with the token's key, is recent, and is no replay (§5.3.5, D50, D51). */
@Injectable()
export class MacVerifier {
  private readonly publicHost: { host: string; port: string };

  constructor(
    private readonly nonces: NonceStore,
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    const url = new URL(config.publicUrl);
    this.publicHost = { host: url.hostname, port: url.port || (url.protocol === 'https:' ? '443' : '80') };
  }

  /** @throws CallError accessTokenInvalid */
  async verify(credentials: MacCredentials, mac: MacKey, digest: string, exchange: Exchange): Promise<void> {
    const { ts, nonce, ext } = credentials;
    const { origin, method, target: requestUri } = exchange;
    const addressed = origin.host === null ? this.publicHost : splitHost(origin.host, origin.isEncrypted);
    if (!addressed) throw macError('malformed Host header');
    const expected = macOf({ ts, nonce, ext, method, requestUri, ...addressed }, mac.key, mac.algorithm);
    if (!isSameDigest(Buffer.from(credentials.mac, 'base64'), expected)) throw macError('wrong mac');

    const now = this.clock.millis();
    if (!isFresh(ts, now, TOLERANCE_SECONDS))
      throw macError('timestamp out of range', `, ts="${Math.floor(now / SECOND)}"`);
    // Only after the signature was checked: otherwise anyone could fill the store.
    const expiresAt = new Date((Number(ts) + TOLERANCE_SECONDS + 1) * SECOND);
    if (!(await this.nonces.remember(digest, ts, nonce, expiresAt))) throw macError('nonce already used');
  }
}

export function macError(problem: string, more = ''): CallError {
  const headers = { 'WWW-Authenticate': `MAC error="${problem}"${more}` };
  return new CallError(
    Errors.accessTokenInvalid,
    { problem },
    { message: `The MAC was refused: ${problem}.`, headers },
  );
}
