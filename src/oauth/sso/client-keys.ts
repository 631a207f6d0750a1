import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { KnownClient } from '../clients/client-directory.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { SECOND } from '../../platform/security/clock.js';
import { fetchOutside, OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { AppLog } from '../../platform/telemetry/log.js';

const TIME_LIMIT_MS = 5 * SECOND;
const MAX_BYTES = 256 * 1024;
const MAX_REMEMBERED = 1000;

/** The public keys of a client, as a look-up function for jose. */
export interface KeySource {
  readonly find: JWTVerifyGetKey;
  /** Fetches published keys again; absent for keys in the client's record. */
  readonly reload?: () => Promise<void>;
}

/**
 * The keys that verify a client's assertions: from its record, or fetched from its jwksUrl and cached for ten minutes.
 * An unknown key causes a new fetch at once, so that a rotation is noticed at its first use. Fetches of a client never
 * overlap, and only the client itself can cause one.
 */
@Injectable()
export class ClientKeys {
  private readonly published = new LRUCache<string, KeySource>({ max: MAX_REMEMBERED });

  constructor(
    private readonly config: AppConfig,
    log: AppLog,
  ) {
    const { jwksInsideNetworks: networks } = config;
    if (networks.length > 0)
      log.pino.warn(
        { networks },
        "JWKS_INSIDE_NETWORKS: clients' keys are fetched from these networks inside, and what clients are told is sent there",
      );
  }

  /** null for a client without keys: it can present no assertions. */
  of({ id, jwks, jwksUrl }: KnownClient): KeySource | null {
    if (jwks) return { find: createLocalJWKSet(jwks) };
    if (!jwksUrl) return null;
    const key = `${id} ${jwksUrl}`;
    const known = this.published.get(key) ?? this.publishedAt(new URL(jwksUrl));
    this.published.set(key, known);
    return known;
  }

  private publishedAt(url: URL): KeySource {
    const find = createRemoteJWKSet(url, {
      timeoutDuration: TIME_LIMIT_MS,
      cooldownDuration: 0,
      [customFetch]: async (_url, { signal }) => new Response(await this.fetch(url, signal)),
    });
    return { find, reload: () => find.reload() };
  }

  private async fetch(url: URL, signal: AbortSignal): Promise<string> {
    const { jwksInsideNetworks: insideNetworks } = this.config;
    const accept = 'application/jwk-set+json, application/json';
    const text = await fetchOutside(url, { signal, maxBytes: MAX_BYTES, insideNetworks, accept });
    try {
      JSON.parse(text);
    } catch (cause) {
      throw new OutsideFetchError('its answer is not JSON', { cause });
    }
    return text;
  }
}
