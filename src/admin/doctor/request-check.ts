import type { AppConfig } from '../../platform/config/app-config.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ok, problem, warning, type CheckView } from './check.view.js';

const FORWARDING = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];

/** Checks the proxy settings against the request that asks for this check. */
export function checkProxy({ headers, origin }: Exchange, config: AppConfig): CheckView {
  const { trustedProxies, publicUrl } = config;
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
  if (trustedProxies === null)
    return isForwarded ? untrusted(origin.address) : ok('proxy', 'no proxy, and none is trusted');
  if (!isForwarded) {
    const advice = `Repeat the check at ${publicUrl}. If you are there already, configure the proxy to send X-Forwarded-For, -Proto and -Host.`;
    return warning('proxy', 'this request bypassed the proxy, or the proxy sent no headers', advice);
  }
  const { protocol, host } = new URL(publicUrl);
  if (origin.isEncrypted !== (protocol === 'https:')) {
    const advice =
      'Configure the proxy to set X-Forwarded-Proto, and make sure that TRUST_PROXY names the proxy.';
    return problem(
      'proxy',
      `PUBLIC_URL is ${publicUrl}, but the request seems to have used another scheme`,
      advice,
    );
  }
  if (origin.host !== host) {
    const advice = 'Configure the proxy to forward Host or set X-Forwarded-Host, or correct PUBLIC_URL.';
    return warning(
      'proxy',
      `the request was for ${origin.host ?? 'no host'}, PUBLIC_URL says ${host}`,
      advice,
    );
  }
  return ok('proxy', `your address is ${origin.address}`);
}

function untrusted(address: string): CheckView {
  const advice =
    'Set TRUST_PROXY to its address. Password guessing is throttled by address, and all users share one now.';
  return problem('proxy', `a proxy is not trusted: every request seems to come from ${address}`, advice);
}
