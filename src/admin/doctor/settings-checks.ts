import { X509Certificate } from 'node:crypto';
import type { AppConfig } from '../../platform/config/app-config.js';
import { isLoopbackUrl } from '../../platform/config/loopback.js';
import { DAY } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.js';

const LEAST_COST = 10;
const RENEW_MS = 21 * DAY;

/** What the settings alone tell. */
export function checkSettings(config: AppConfig, now: Date): CheckView[] {
  return [environment(config), passwords(config), metrics(config), insecureHttp(config), tls(config, now)];
}

export function isLocal({ publicUrl }: AppConfig): boolean {
  return isLoopbackUrl(publicUrl);
}

function environment(config: AppConfig): CheckView {
  const text = `NODE_ENV is ${config.environment}`;
  if (config.environment === 'production' || isLocal(config)) return ok('environment', text);
  const advice =
    'Set NODE_ENV=production: no demo data is made then, no link is logged, and the keys must be given.';
  return warning('environment', `${text}, at ${config.publicUrl}`, advice);
}

function passwords({ bcryptCost }: AppConfig): CheckView {
  const text = `BCRYPT_COST is ${bcryptCost}`;
  if (bcryptCost >= LEAST_COST) return ok('passwords', text);
  return warning(
    'passwords',
    text,
    `Set it to ${LEAST_COST} or more: less is guessed quickly once hashes leak.`,
  );
}

function metrics({ metricsToken }: AppConfig): CheckView {
  if (metricsToken !== null) return ok('metrics', 'are for the Bearer of METRICS_TOKEN');
  return ok('metrics', 'are for this machine alone: METRICS_TOKEN is not set');
}

function insecureHttp({ allowInsecureHttp }: AppConfig): CheckView {
  if (!allowInsecureHttp) return ok('plain HTTP', 'is refused for credentials and tokens');
  const advice = 'Unset ALLOW_INSECURE_HTTP: on the way anybody reads passwords and tokens.';
  return problem('plain HTTP', 'is allowed for everything', advice);
}

function tls(config: AppConfig, now: Date): CheckView {
  const { publicUrl } = config;
  if (config.tls) return certificate(config.tls.cert, new URL(publicUrl).hostname, now);
  if (!publicUrl.startsWith('https:')) {
    const advice =
      'Put a proxy with TLS in front, or set TLS_CERT and TLS_KEY; PUBLIC_URL begins with https: then.';
    const isTrial = isLocal(config) && config.environment !== 'production';
    return isTrial
      ? warning('TLS', `none, so ${publicUrl} is for this machine alone`, advice)
      : problem('TLS', `none: PUBLIC_URL is ${publicUrl}`, advice);
  }
  if (config.trustedProxies !== null) return ok('TLS', 'ends at the proxy');
  const advice =
    'Set TRUST_PROXY to the address of the proxy, or TLS_CERT and TLS_KEY: every token would be refused.';
  return problem('TLS', 'PUBLIC_URL has https, but neither a certificate nor a trusted proxy is set', advice);
}

function certificate(pem: Buffer, host: string, now: Date): CheckView {
  const read = new X509Certificate(pem);
  const [from, to] = [new Date(read.validFrom), new Date(read.validTo)];
  const until = `the certificate is valid until ${to.toISOString().slice(0, 10)}`;
  if (to <= now || from > now) return problem('TLS', `${until} and not today`, 'Renew it and start again.');
  if (!read.checkHost(host))
    return problem('TLS', `the certificate is not for ${host}`, 'Get one for the host of PUBLIC_URL.');
  if (to.getTime() - now.getTime() < RENEW_MS) return warning('TLS', until, 'Renew it, and start again.');
  return ok('TLS', until);
}
