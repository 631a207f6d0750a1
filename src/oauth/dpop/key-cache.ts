import { importJWK, type CryptoKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { PublicKey } from './public-key.js';

const MAX_KEYS = 10_000;

/**
 * Imported keys by thumbprint and algorithm: an import costs five times what the check of a signature does (D265). A key
 * is kept once a signature was right, so that nobody can fill the cache with made-up keys.
 */
export class KeyCache {
  private readonly keys = new LRUCache<string, CryptoKey>({ max: MAX_KEYS });

  /** How many are kept. */
  get size(): number {
    return this.keys.size;
  }

  /** Synchronously what is kept. @throws Error: it is no key of this algorithm */
  find(key: PublicKey, alg: string): CryptoKey | Promise<CryptoKey> {
    return this.keys.get(nameOf(key, alg)) ?? (importJWK({ ...key.jwk }, alg) as Promise<CryptoKey>);
  }

  keep(key: PublicKey, alg: string, imported: CryptoKey): void {
    this.keys.set(nameOf(key, alg), imported);
  }
}

function nameOf({ thumbprint }: PublicKey, alg: string): string {
  return `${alg} ${thumbprint.toString('latin1')}`;
}
