import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { isLoopback } from '../../platform/checks/address.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.view.js';
import { ClientChecks } from './client-checks.js';
import { FactorChecks } from './factor-checks.js';
import { KeyChecks } from './key-checks.js';
import { checkProxy } from './request-check.js';

const LEAST_COST = 10;
const RENEW_MS = 21 * DAY;

/** The checks of what was set: the settings, alone and against a request that reached the server; the clients; the administrators. */
@Injectable()
export class SettingsChecks {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly clients: ClientChecks,
    private readonly keys: KeyChecks,
    private readonly factors: FactorChecks,
  ) {}

  async run(exchange: Exchange): Promise<CheckView[]> {
    const settings = checkSettings(this.config, this.clock.now());
    const found = [checkProxy(exchange, this.config), ...(await this.clients.run())];
    return [...settings, ...found, await this.keys.run(), await this.factors.run()];
  }
}

/** The checks that need nothing but the settings. */
export function checkSettings(config: AppConfig, now: Date): CheckView[] {
  return [environment(config), passwords(config), metrics(config), insecureHttp(config), tls(config, now)];
}

export function isLocal({ publicUrl }: AppConfig): boolean {
  return isLoopback(new URL(publicUrl));
}

function environment(config: AppConfig): CheckView {
  const text = `NODE_ENV is ${config.environment}`;
  if (config.environment === 'production' || isLocal(config)) return ok('environment', text);
  const advice =
    'Set NODE_ENV=production. Then no demo data is created, no link is logged, and keys must be set.';
  return warning('environment', `${text}, at ${config.publicUrl}`, advice);
}

function passwords({ bcryptCost }: AppConfig): CheckView {
  const text = `BCRYPT_COST is ${bcryptCost}`;
  if (bcryptCost >= LEAST_COST) return ok('passwords', text);
  return warning(
    'passwords',
    text,
    `Set it to ${LEAST_COST} or more: with less, leaked hashes are quickly guessed.`,
  );
}

function metrics({ metricsToken }: AppConfig): CheckView {
  if (metricsToken !== null) return ok('metrics', 'require METRICS_TOKEN as a Bearer token');
  return ok('metrics', 'only for this machine: METRICS_TOKEN is not set');
}

function insecureHttp({ allowInsecureHttp }: AppConfig): CheckView {
  if (!allowInsecureHttp) return ok('plain HTTP', 'refused for credentials and tokens');
  const advice = 'Unset ALLOW_INSECURE_HTTP: anybody on the network path can read passwords and tokens.';
  return problem('plain HTTP', 'allowed for everything', advice);
}

function tls(config: AppConfig, now: Date): CheckView {
  const { publicUrl } = config;
  if (config.tls) return certificate(config.tls.cert, new URL(publicUrl).hostname, now);
  if (!publicUrl.startsWith('https:')) {
    const advice =
      'Put a proxy with TLS in front, or set TLS_CERT and TLS_KEY, and let PUBLIC_URL begin with https:.';
    const isTrial = isLocal(config) && config.environment !== 'production';
    return isTrial
      ? warning('TLS', `none, so ${publicUrl} works on this machine only`, advice)
      : problem('TLS', `none: PUBLIC_URL is ${publicUrl}`, advice);
  }
  if (config.trustedProxies !== null) return ok('TLS', 'terminated by the proxy');
  const advice =
    'Set TRUST_PROXY to the address of the proxy, or set TLS_CERT and TLS_KEY. Until then every token is refused.';
  return problem('TLS', 'PUBLIC_URL has https, but neither a certificate nor a trusted proxy is set', advice);
}

function certificate(pem: Buffer, host: string, now: Date): CheckView {
  const read = new X509Certificate(pem);
  const [from, to] = [new Date(read.validFrom), new Date(read.validTo)];
  const until = `the certificate is valid until ${to.toISOString().slice(0, 10)}`;
  if (to <= now || from > now)
    return problem('TLS', `${until}: it is not valid today`, 'Renew it and restart the server.');
  if (!read.checkHost(host))
    return problem(
      'TLS',
      `the certificate is not for ${host}`,
      'Get a certificate for the host of PUBLIC_URL.',
    );
  if (to.getTime() - now.getTime() < RENEW_MS)
    return warning('TLS', until, 'Renew it and restart the server.');
  return ok('TLS', until);
}
