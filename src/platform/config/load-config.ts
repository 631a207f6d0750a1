import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { parseEnv } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { AppConfig } from './app-config.js';
import { readAuditRetention } from './audit-retention.js';
import { Environment } from './environment.js';
import { readKeys } from './keys.js';
import { isLoopbackUrl } from './loopback.js';
import { SettingsError } from './settings-error.js';

/**
 * Reads the environment, and under it the `.env` file of the working directory.
 * @throws SettingsError naming every malformed setting
 */
export function loadConfig(variables: NodeJS.ProcessEnv = withEnvFile(process.env)): AppConfig {
  const env = checked(variables);
  if (/[?#]/.test(env.PUBLIC_URL ?? ''))
    throw new SettingsError('PUBLIC_URL must have no query and no fragment');
  requireForProduction(env);
  const keys = readKeys(env);
  const tls = readTls(env);
  const here = `${tls ? 'https' : 'http'}://${urlHost(env.HOST)}:${env.PORT}`;
  const publicUrl = env.PUBLIC_URL ?? here;
  return new AppConfig({
    environment: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    localUrl: !tls && isLoopbackUrl(here) ? here : publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    bootstrapFile: env.BOOTSTRAP_FILE ? resolve(env.BOOTSTRAP_FILE) : null,
    ...keys,
    tls,
    trustedProxies: readTrustProxy(env.TRUST_PROXY),
    allowInsecureHttp: env.ALLOW_INSECURE_HTTP,
    bodyMemoryBytes: env.BODY_MEMORY,
    requestTimeoutSeconds: env.REQUEST_TIMEOUT,
    maxConnections: env.MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    bcryptCost: env.BCRYPT_COST,
    bearerLifetimeSeconds: env.ACCESS_TOKEN_TTL_BEARER,
    macLifetimeSeconds: env.ACCESS_TOKEN_TTL_MAC,
    refreshLifetimeSeconds: env.REFRESH_TOKEN_TTL,
    sessionIdleSeconds: env.SESSION_IDLE_TTL,
    stopDelaySeconds: env.SHUTDOWN_DELAY,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    smsGatewayUrl: env.SMS_GATEWAY_URL ?? null,
    jwksInsideNetworks: readInsideNetworks(env.JWKS_INSIDE_NETWORKS),
    budgets: {
      authorizations: { network: env.NETWORK_AUTHORIZATIONS, client: env.CLIENT_AUTHORIZATIONS },
      stateSecrets: { network: env.NETWORK_STATE_SECRETS, client: env.CLIENT_STATE_SECRETS },
      mailedLinks: { network: env.NETWORK_MAILED_LINKS },
    },
    auditRetention: readAuditRetention(env.AUDIT_RETENTION),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
  });
}

function withEnvFile(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!existsSync('.env')) return variables;
  return { ...parseEnv(readFileSync('.env', 'utf8')), ...variables };
}

/** Every setting there is, by its name in the environment. */
export function settingNames(): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Environment, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))];
}

function checked(variables: NodeJS.ProcessEnv): Environment {
  // An empty variable is one that is not set: `PORT= npm start` and an empty line in .env mean the default.
  const given: Record<string, string> = {};
  for (const name of settingNames()) {
    const value = variables[name];
    if (value) given[name] = value;
  }
  const env = plainToInstance(Environment, given, { exposeDefaultValues: true });
  const problems = validateSync(env).map((problem) => Object.values(problem.constraints ?? {}).join(', '));
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return env;
}

/** What has a default elsewhere that would be wrong here, in links, issuer and cookies, without a word. */
const PRODUCTION_NEEDS = {
  PUBLIC_URL: 'the address that people and applications use, such as https://accounts.example',
  MASTER_KEY: 'make one with: openssl rand -base64 32',
  SESSION_SECRET: 'make one with: openssl rand -base64 32',
} as const;

function requireForProduction(env: Environment): void {
  if (env.NODE_ENV !== 'production') return;
  const needs = Object.entries(PRODUCTION_NEEDS) as [keyof typeof PRODUCTION_NEEDS, string][];
  const missing = needs.filter(([name]) => !env[name]);
  if (missing.length === 0) return;
  throw new SettingsError(
    missing.map(([name, what]) => `${name} must be set in production: ${what}`).join('\n'),
  );
}

function readTls(env: Environment): AppConfig['tls'] {
  if (!env.TLS_CERT && !env.TLS_KEY) return null;
  if (!env.TLS_CERT || !env.TLS_KEY) throw new SettingsError('TLS_CERT and TLS_KEY must be set together');
  const tls = { cert: readPem('TLS_CERT', env.TLS_CERT), key: readPem('TLS_KEY', env.TLS_KEY) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw new SettingsError(
      `TLS_CERT and TLS_KEY must be a certificate and its key in PEM: ${(cause as Error).message}`,
    );
  }
  return tls;
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new SettingsError(`${name} must be the path of a readable PEM file; "${path}" is not`);
  }
}

/** Addresses, networks or a hop count; never `true`, which would let any caller choose its address (D44). */
function readTrustProxy(text: string | undefined): AppConfig['trustedProxies'] {
  if (text === undefined) return null;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  const isNamed = (entry: string) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  const wrong = entries.filter((entry) => !isNamed(entry) && !isAddressOrNetwork(entry));
  if (wrong.length > 0) {
    throw new SettingsError(
      `TRUST_PROXY must list addresses or networks (10.0.0.0/8, ::1, loopback) or be a hop count; "${wrong[0]}" is neither`,
    );
  }
  return entries;
}

function readInsideNetworks(text = ''): readonly string[] {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new SettingsError(
    `JWKS_INSIDE_NETWORKS must list addresses or networks, such as 10.1.0.0/16; "${wrong}" is neither`,
  );
}

function isAddressOrNetwork(entry: string): boolean {
  const [address, bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function urlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
