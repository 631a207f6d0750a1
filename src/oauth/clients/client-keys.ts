import { Injectable } from '@nestjs/common';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { isObject } from '../../platform/records/is-object.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { fetchOutside, OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { problemWithJwks } from './assertion-keys.js';
import type { KnownClient } from './client-directory.js';

const TIME_LIMIT_MS = 5 * SECOND;
const MAX_BYTES = 256 * 1024;
const MAX_REMEMBERED = 1000;
/** A stranger who knows a client_id can send assertions with unknown keys, and each asks for a new fetch (D411). */
const MAX_FETCHES = 60;
const COUNTED_MS = MINUTE;

const PUBLISHED = {
  name: 'client-keys-published',
  text: `SELECT client_id AS "clientId", jwks_url AS "jwksUrl" FROM client
          WHERE jwks_url IS NOT NULL AND NOT is_disabled AND kind = 'registered' ORDER BY client_id LIMIT $1`,
};

/** A client that publishes its keys, and what is wrong with them; null: nothing. */
interface PublishedKeys {
  readonly clientId: string;
  readonly problem: string | null;
}

type Owner = Pick<KnownClient, 'id' | 'clientId' | 'isDocument' | 'jwks' | 'jwksUrl'>;

/** The public keys of a client, as a look-up function for jose. */
interface KeySource {
  readonly find: JWTVerifyGetKey;
  /** Fetches published keys again; absent for keys in the client's record. */
  readonly reload?: () => Promise<void>;
}

/** Verifies what clients sign, by the public keys of their records (RFC 7517). */
@Injectable()
export class ClientKeys {
  private readonly sources = new LRUCache<string, KeySource>({ max: MAX_REMEMBERED });
  private readonly fetches = new LRUCache<string, number[]>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    log: AppLog,
  ) {
    const { jwksInsideNetworks: networks } = config;
    if (networks.length > 0)
      log.pino.warn(
        { networks },
        "JWKS_INSIDE_NETWORKS: clients' keys are fetched from these networks inside, and what clients are told is sent there",
      );
  }

  /**
   * A signature that does not match is checked once more with fresh keys: the client may have put a new key under an old
   * key id.
   * @returns null: the client has no keys
   * @throws the errors of jose; OutsideFetchError where its jwksUrl fails
   */
  async verify(client: Owner, jwt: string, options: JWTVerifyOptions): Promise<JWTVerifyResult | null> {
    const source = this.keysOf(client);
    if (source === null) return null;
    const { find, reload } = source;
    const dated = { ...options, currentDate: this.clock.now() };
    try {
      return await jwtVerify(jwt, find, dated);
    } catch (cause) {
      if (!reload || !(cause instanceof errors.JWSSignatureVerificationFailed)) throw cause;
      await reload();
      return jwtVerify(jwt, find, dated);
    }
  }

  /** Asks the first clients that publish their keys: what is wrong with the answer; null: nothing. */
  async published(most: number): Promise<PublishedKeys[]> {
    const rows = await this.database.query<{ clientId: string; jwksUrl: string }>(PUBLISHED, [most]);
    const ask = async ({ clientId, jwksUrl }: (typeof rows)[number]) => ({
      clientId,
      problem: await this.problemAt(jwksUrl),
    });
    return Promise.all(rows.map(ask));
  }

  private async problemAt(jwksUrl: string): Promise<string | null> {
    try {
      const text = await this.fetch(new URL(jwksUrl), AbortSignal.timeout(TIME_LIMIT_MS));
      const problem = await problemWithJwks(JSON.parse(text));
      return problem === null ? null : `its answer ${problem}`;
    } catch (cause) {
      return cause instanceof OutsideFetchError ? cause.message : 'it does not answer';
    }
  }

  /**
   * The keys of a client: from its record, or fetched from its jwksUrl and cached for ten minutes. An unknown key causes a
   * new fetch at once, so that a rotation is noticed at its first use. Fetches of a client never overlap, and there are at
   * most 60 a minute (of clients that nobody registered: for each host). null: it has no keys.
   */
  private keysOf({ id, clientId, isDocument, jwks, jwksUrl }: Owner): KeySource | null {
    if (jwks) return { find: createLocalJWKSet(jwks) };
    if (!jwksUrl) return null;
    const url = new URL(jwksUrl);
    // Of clients that nobody registered there may be many at one host.
    const counted = isDocument ? url.host : `${id} ${jwksUrl}`;
    const key = isDocument ? `${clientId} ${jwksUrl}` : counted;
    const known = this.sources.get(key) ?? this.publishedAt(url, counted, isDocument && jwksUrl === clientId);
    this.sources.set(key, known);
    return known;
  }

  /** @param isInDocument its answer is the document of the client, which has them as its `jwks` (D435) */
  private publishedAt(url: URL, counted: string, isInDocument: boolean): KeySource {
    const find = createRemoteJWKSet(url, {
      timeoutDuration: TIME_LIMIT_MS,
      cooldownDuration: 0,
      [customFetch]: async (_url, { signal }) => {
        this.countFetch(counted);
        const text = await this.fetch(url, signal);
        return new Response(isInDocument ? keysIn(text, url) : text);
      },
    });
    return { find, reload: () => find.reload() };
  }

  /** @throws OutsideFetchError: too many */
  private countFetch(key: string): void {
    const now = this.clock.millis();
    const recent = (this.fetches.get(key) ?? []).filter((at) => at > now - COUNTED_MS);
    if (recent.length >= MAX_FETCHES) throw new OutsideFetchError('it was asked too often within a minute');
    this.fetches.set(key, [...recent, now]);
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

/** The `jwks` of a document, if it still is that of the client. */
function keysIn(text: string, { href }: URL): string {
  const said = JSON.parse(text) as unknown;
  return JSON.stringify((isObject(said) && said.client_id === href && said.jwks) || null);
}
