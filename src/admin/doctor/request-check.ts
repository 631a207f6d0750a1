import type { AppConfig } from '../../platform/config/app-config.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ok, problem, warning, type CheckView } from './check.js';

const FORWARDING = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];

/** What the request of the check itself tells of the way here. */
export function checkProxy({ headers, origin }: Exchange, config: AppConfig): CheckView {
  const { trustedProxies, publicUrl } = config;
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
  if (trustedProxies === null)
    return isForwarded ? untrusted(origin.address) : ok('proxy', 'none, and none is trusted');
  if (!isForwarded) {
    const advice = `Check again at ${publicUrl}; if that is where you are, let the proxy send X-Forwarded-For, -Proto and -Host.`;
    return warning('proxy', 'this request came past it, or without its headers', advice);
  }
  const { protocol, host } = new URL(publicUrl);
  if (origin.isEncrypted !== (protocol === 'https:')) {
    const advice =
      'Let the proxy set X-Forwarded-Proto to what its client used, and see that TRUST_PROXY names it.';
    return problem(
      'proxy',
      `PUBLIC_URL is ${publicUrl}, but the request seems to have come by another scheme`,
      advice,
    );
  }
  if (origin.host !== host) {
    const advice = 'Let the proxy pass the Host on or set X-Forwarded-Host; or correct PUBLIC_URL.';
    return warning(
      'proxy',
      `the request was for ${origin.host ?? 'no host'}, PUBLIC_URL says ${host}`,
      advice,
    );
  }
  return ok('proxy', `you come from ${origin.address}`);
}

function untrusted(address: string): CheckView {
  const advice =
    'Set TRUST_PROXY to its address: guessing is slowed down by address, and all users share one now.';
  return problem(
    'proxy',
    `there is one, but it is not trusted: everybody seems to come from ${address}`,
    advice,
  );
}
