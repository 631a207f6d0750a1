import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { checkSync } from '../checks/check.js';
import { AppConfig } from './app-config.js';
import { readAuditRetention } from './audit-retention.js';
import { Environment } from './environment.js';
import { readKeys } from './keys.js';
import { isLoopbackUrl } from './loopback.js';
import { readInsideNetworks, readTls, readTrustProxy } from './parsed-settings.js';
import { settingNames } from './setting.js';
import { SettingsError } from './settings-error.js';

/**
 * Reads the environment, and under it the `.env` file of the working directory.
 * @throws SettingsError naming every malformed setting
 */
export function loadConfig(variables: NodeJS.ProcessEnv = withEnvFile(process.env)): AppConfig {
  const env = checked(variables);
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

function checked(variables: NodeJS.ProcessEnv): Environment {
  // An empty variable is one that is not set: `PORT= npm start` and an empty line in .env mean the default.
  const given: Record<string, string> = {};
  for (const name of settingNames()) {
    const value = variables[name];
    if (value) given[name] = value;
  }
  const checked = checkSync(Environment, given);
  if ('value' in checked) return checked.value;
  throw new SettingsError(checked.problems.map(({ field, message }) => `${field} ${message}`).join('\n'));
}

function urlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

export { settingNames } from './setting.js';
