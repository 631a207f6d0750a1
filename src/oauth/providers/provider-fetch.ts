import type { CustomFetch } from 'openid-client';
import { fetchOutside, OutsideFetchError } from '../../platform/security/outside-fetch.js';

const MAX_BYTES = 256 * 1024;

/**
 * How openid-client reaches a provider: as everything else that is fetched outside, so only checked addresses, no redirects,
 * small JSON documents, and within the time of the signal.
 * @param insideNetworks allowed although they are not public
 */
export function providerFetch(insideNetworks: readonly string[]): CustomFetch {
  return async (url, { method, body, headers, signal }) => {
    const { authorization } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const form = method === 'POST' ? Object.fromEntries(body as URLSearchParams) : undefined;
    const text = await fetchOutside(new URL(url), {
      signal: signal as AbortSignal, // openid-client makes one of the time limit
      maxBytes: MAX_BYTES,
      insideNetworks,
      accept: 'application/json, application/jwk-set+json',
      ...(form && { form }),
      ...(authorization !== undefined && { authorization }),
    });
    try {
      JSON.parse(text);
    } catch (cause) {
      throw new OutsideFetchError('its answer is not JSON', { cause, status: 200 });
    }
    return new Response(text, { headers: { 'Content-Type': 'application/json' } });
  };
}
