import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';

type Shown = string | number | boolean | null;

/** How each setting is shown, by its name in the environment; a test holds it to all that there are. */
const SHOWN: Readonly<Record<string, (config: AppConfig) => Shown>> = {
  NODE_ENV: ({ environment }) => environment,
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  PUBLIC_URL: ({ publicUrl }) => publicUrl,
  DATA_DIR: ({ dataDir }) => dataDir,
  DATABASE_URL: ({ databaseUrl }) => address(databaseUrl),
  BOOTSTRAP_FILE: ({ bootstrapFile }) => bootstrapFile,
  MASTER_KEY: ({ masterKeys }) => keys(masterKeys.length),
  SESSION_SECRET: ({ sessionSecrets }) => keys(sessionSecrets.length),
  TLS_CERT: ({ tls }) => presence(tls),
  TLS_KEY: ({ tls }) => presence(tls),
  TRUST_PROXY: ({ trustedProxies }) =>
    typeof trustedProxies === 'number' ? trustedProxies : (trustedProxies?.join(', ') ?? null),
  ALLOW_INSECURE_HTTP: ({ allowInsecureHttp }) => allowInsecureHttp,
  BODY_MEMORY: ({ bodyMemoryBytes }) => bodyMemoryBytes,
  REQUEST_TIMEOUT: ({ requestTimeoutSeconds }) => requestTimeoutSeconds,
  MAX_CONNECTIONS: ({ maxConnections }) => maxConnections,
  MAX_CONNECTIONS_PER_ADDRESS: ({ maxConnectionsPerAddress }) => maxConnectionsPerAddress,
  BCRYPT_COST: ({ bcryptCost }) => bcryptCost,
  ACCESS_TOKEN_TTL_BEARER: ({ bearerLifetimeSeconds }) => bearerLifetimeSeconds,
  ACCESS_TOKEN_TTL_MAC: ({ macLifetimeSeconds }) => macLifetimeSeconds,
  REFRESH_TOKEN_TTL: ({ refreshLifetimeSeconds }) => refreshLifetimeSeconds,
  SESSION_IDLE_TTL: ({ sessionIdleSeconds }) => sessionIdleSeconds,
  SHUTDOWN_DELAY: ({ stopDelaySeconds }) => stopDelaySeconds,
  SMTP_URL: ({ smtpUrl }) => address(smtpUrl),
  MAIL_FROM: ({ mailFrom }) => mailFrom,
  SMS_GATEWAY_URL: ({ smsGatewayUrl }) => address(smsGatewayUrl),
  JWKS_INSIDE_NETWORKS: ({ jwksInsideNetworks }) => jwksInsideNetworks.join(', ') || null,
  NETWORK_AUTHORIZATIONS: ({ budgets }) => budgets.authorizations.network,
  NETWORK_STATE_SECRETS: ({ budgets }) => budgets.stateSecrets.network,
  NETWORK_MAILED_LINKS: ({ budgets }) => budgets.mailedLinks.network,
  CLIENT_AUTHORIZATIONS: ({ budgets }) => budgets.authorizations.client,
  CLIENT_STATE_SECRETS: ({ budgets }) => budgets.stateSecrets.client,
  AUDIT_RETENTION: ({ auditRetention }) =>
    Object.entries(auditRetention)
      .map(([kept, days]) => `${kept}=${days}`)
      .join(', '),
  LOG_LEVEL: ({ logLevel }) => logLevel,
  METRICS_TOKEN: ({ metricsToken }) => presence(metricsToken),
};

export interface Setting {
  readonly name: string;
  /** null: not set. */
  readonly value: Shown;
}

/** What this node was told, without a secret: of an address with credentials only where it leads. */
@Injectable()
export class SettingsInForce {
  constructor(private readonly config: AppConfig) {}

  list(): Setting[] {
    return Object.entries(SHOWN).map(([name, show]) => ({ name, value: show(this.config) }));
  }
}

function presence(value: unknown): string {
  return value === null ? 'not set' : 'set';
}

function keys(count: number): string {
  return count === 1 ? 'set' : `${count} set, the newest first`;
}

/** Credentials may stand before the @, and in the path or the query of a gateway. */
function address(url: string | null): string | null {
  if (url === null) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
