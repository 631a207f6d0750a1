import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { AppConfig } from '../../platform/config/app-config.js';
import { MINUTE, SECOND } from '../../platform/security/clock.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { providerFetch } from './provider-fetch.js';
import { ProviderStore } from './provider-store.js';

const TIME_LIMIT_SECONDS = 5;
const KNOWN_MS = 10 * MINUTE;
/** A provider that did not answer is not asked again by everybody who presses its button. */
const FAILED_MS = 10 * SECOND;
const MAX_REMEMBERED = 100;

/** A provider says something that it must not: its metadata can't be used. */
class ProviderLies extends Error {}

/** What is known of a provider, from its record and its metadata. */
@Injectable()
export class ProviderClients {
  private readonly known = new LRUCache<string, Promise<openid.Configuration>>({
    max: MAX_REMEMBERED,
    ttl: KNOWN_MS,
  });
  private readonly fetch: openid.CustomFetch;

  constructor(
    private readonly store: ProviderStore,
    config: AppConfig,
  ) {
    this.fetch = providerFetch(config.jwksInsideNetworks);
  }

  /**
   * Its metadata and keys are fetched at the first use, and again after ten minutes or when its record changed. Those who
   * come at the same time wait for one fetch, five seconds at most; a failure counts for ten.
   * @throws Error as fetchOutside and openid-client
   */
  async of(provider: IdentityProvider): Promise<openid.Configuration> {
    const key = keyOf(provider);
    const known = this.known.get(key);
    if (known) return known;
    const found = this.discover(provider);
    this.known.set(key, found);
    found.catch(() => this.known.set(key, found, { ttl: FAILED_MS }));
    return found;
  }

  /** What was known is fetched again at the next use: an administrator wants to see what it says now. */
  readAnew(provider: IdentityProvider): void {
    this.known.delete(keyOf(provider));
  }

  /**
   * Its metadata as they are, without any check.
   * @throws Error as fetchOutside
   */
  async metadataOf({ issuer }: IdentityProvider): Promise<Readonly<Record<string, unknown>>> {
    const signal = AbortSignal.timeout(TIME_LIMIT_SECONDS * SECOND);
    const asked = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal } as const;
    const said: unknown = await (await this.fetch(metadataAddress(issuer), asked)).json();
    return said !== null && typeof said === 'object' ? (said as Record<string, unknown>) : {};
  }

  private async discover(provider: IdentityProvider): Promise<openid.Configuration> {
    const { issuer, clientId } = provider;
    const secret = await this.store.secretOf(provider);
    const server = new URL(issuer);
    // Only loopback may be http (its field's rule, and fetchOutside once more).
    const execute = server.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    const found = await openid.discovery(server, clientId, undefined, openid.None(), {
      [openid.customFetch]: this.fetch,
      timeout: TIME_LIMIT_SECONDS,
      execute,
    });
    const metadata = found.serverMetadata();
    if (metadata.issuer !== issuer) throw new ProviderLies('its metadata has another issuer');
    const { protocol } = new URL(metadata.authorization_endpoint ?? 'none:');
    if (protocol !== 'https:' && protocol !== server.protocol)
      throw new ProviderLies('its authorization_endpoint is not https');
    const configuration = new openid.Configuration(
      metadata,
      clientId,
      undefined,
      authenticationFor(secret, metadata),
    );
    configuration[openid.customFetch] = this.fetch;
    configuration.timeout = TIME_LIMIT_SECONDS;
    for (const setUp of execute) setUp(configuration);
    // Its id_token comes straight from it; the signature is checked all the same.
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Where its metadata are (OpenID Connect Discovery §4). */
export function metadataAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function keyOf({ id, issuer, clientId, sealedSecret }: IdentityProvider): string {
  return JSON.stringify([id, issuer, clientId, sealedSecret?.toString('base64')]);
}

/** As the provider takes it: in the header unless it wants it in the form (OpenID Connect Discovery §3). */
function authenticationFor(secret: string | null, metadata: openid.ServerMetadata): openid.ClientAuth {
  if (secret === null) return openid.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}
