import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { isLoopback } from '../../platform/checks/address.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.view.js';
import { StrictRedirects } from '../../oauth/clients/strict-redirects.js';
import { WebhookLists } from '../../oauth/webhooks/webhook-lists.js';
import { Database } from '../../platform/database/database.js';
import { usesSubkeys } from '../../platform/security/legacy-sealing.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';

const LEAST_COST = 10;
const FORWARDING = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];
const RENEW_MS = 21 * DAY;
/** How many clients or webhooks a check names. */
const NAMED = 10;

/** Checks what was set up: the settings, the request that reached the server, clients, keys and administrators. */
@Injectable()
export class SettingsChecks {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly redirects: StrictRedirects,
    private readonly webhooks: WebhookLists,
    private readonly database: Database,
    private readonly factors: FirstFactors,
  ) {}

  async run(exchange: Exchange): Promise<CheckView[]> {
    const settings = checkSettings(this.config, this.clock.now());
    const clients = await Promise.all([this.redirectUrls(), this.webhookEnds()]);
    const found = [checkProxy(exchange, this.config), ...clients];
    return [...settings, ...found, await this.keys(), await this.secondFactors()];
  }

  private async webhookEnds(): Promise<CheckView> {
    const gone = await this.webhooks.gone(NAMED);
    if (gone.length === 0) return ok('webhooks', 'none was ended by its receiver');
    const named = gone.map(({ clientId, url }) => `${clientId} (${url})`);
    const advice = 'Its receiver answered 410. Put it on again with another address, or remove it.';
    return warning('webhooks', `ended by the receiver: ${named.join(', ')}`, advice);
  }

  /** Finds clients that were saved before such redirect URLs were refused. */
  private async redirectUrls(): Promise<CheckView> {
    const open = await this.redirects.open();
    if (open.length === 0) return ok('redirects', 'are https or loopback, as the profiles demand');
    const named = open.slice(0, NAMED).map(({ clientId, urls }) => `${clientId} (${urls.join(', ')})`);
    const rest = open.length > NAMED ? `, and ${open.length - NAMED} more clients` : '';
    const advice =
      'Register an https address, or http on 127.0.0.1, [::1] or localhost for an application on a computer. Until then nothing else of these clients can be changed.';
    return warning('redirects', `neither https nor loopback: ${named.join(', ')}${rest}`, advice);
  }

  /** Checks by which keys the database is encrypted at rest. */
  private async keys(): Promise<CheckView> {
    if (await usesSubkeys(this.database.dataSource))
      return ok('encryption at rest', 'under a key for each purpose');
    const advice =
      'Run node dist/main.js reseal once no node of 0.2 is left: they can’t open what is sealed anew.';
    return warning('encryption at rest', 'as in 0.2, under MASTER_KEY itself for every purpose', advice);
  }

  /** Checks whether every administrator has a second factor (D322). */
  private async secondFactors(): Promise<CheckView> {
    const missing = await this.factors.missing();
    if (missing.length === 0) return ok('second factors', 'every account with a role has one');
    const names = missing.map(({ id, name }) => `${name} (account ${id})`).join(', ');
    const advice =
      'Make a set-up code for each, on the page of the account, by "hearth admin code ACCOUNT", or on the machine of the server by "node dist/main.js setup-code ACCOUNT". Until then the password opens whatever needs no second factor.';
    return warning('second factors', `none: ${names}`, advice);
  }
}

/** The checks that need nothing but the settings. */
export function checkSettings(config: AppConfig, now: Date): CheckView[] {
  const rules = [environment(config), passwords(config), metrics(config), insecureHttp(config)];
  return [...rules, tls(config, now), unregistered(config)];
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

/** Either is an operator's choice; who may come is told, so that nobody is surprised. */
function unregistered({ unregisteredClients: setting }: AppConfig): CheckView {
  const name = 'unregistered applications';
  if (setting === 'off') return ok(name, 'none may come');
  return ok(name, `may come ${setting === 'on' ? 'from any host' : `from ${setting.join(', ')}`}`);
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

/** Checks the proxy settings against the request that asks for this check. */
function checkProxy({ headers, origin }: Exchange, config: AppConfig): CheckView {
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
  return ok('proxy', `caller address seen as ${origin.address}`);
}

function untrusted(address: string): CheckView {
  const advice =
    'Set TRUST_PROXY to its address. Password guessing is throttled by address, and all users share one now.';
  return problem('proxy', `a proxy is not trusted: every request seems to come from ${address}`, advice);
}
