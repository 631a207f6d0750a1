import type { AuditRetention } from './audit-retention.js';
import type { Environment } from './environment.js';

/** What strangers may begin within a while, by its budgets (D170): each network has one, and a client where it counts itself. */
export interface BudgetSizes {
  readonly authorizations: { readonly network: number; readonly client: number };
  readonly stateSecrets: { readonly network: number; readonly client: number };
  readonly mailedLinks: { readonly network: number; readonly client?: undefined };
}

export type BudgetName = keyof BudgetSizes;

/** Everything the process was told, read once and typed. Times are in seconds. */
export class AppConfig {
  readonly environment!: Environment['NODE_ENV'];
  readonly port!: number;
  readonly host!: string;
  /** Absolute, without a trailing slash; issuer and base of every URL that is made. */
  readonly publicUrl!: string;
  /** For a program on this machine: past every proxy, where neither TLS nor HOST hinders. */
  readonly localUrl!: string;
  readonly dataDir!: string;
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl!: string | null;
  readonly bootstrapFile!: string | null;
  /** 32 bytes each, newest first. */
  readonly masterKeys!: readonly Buffer[];
  /** Newest first. */
  readonly sessionSecrets!: readonly string[];
  readonly tls!: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Addresses and networks of trusted proxies, or how many of them stand in front; null: none. */
  readonly trustedProxies!: readonly string[] | number | null;
  readonly allowInsecureHttp!: boolean;
  /** How many bytes of request bodies may be in memory at a time. */
  readonly bodyMemoryBytes!: number;
  /** For headers, and for a body of a caller who is not known yet. */
  readonly requestTimeoutSeconds!: number;
  readonly maxConnections!: number;
  /** Not for trusted proxies. */
  readonly maxConnectionsPerAddress!: number;
  readonly bcryptCost!: number;
  readonly bearerLifetimeSeconds!: number;
  readonly macLifetimeSeconds!: number;
  readonly refreshLifetimeSeconds!: number;
  readonly sessionIdleSeconds!: number;
  /** How long readiness fails before the server stops listening. */
  readonly stopDelaySeconds!: number;
  /** null: mails stay in the outbox. */
  readonly smtpUrl!: string | null;
  readonly mailFrom!: string;
  /** null: text messages stay in the outbox. */
  readonly smsGatewayUrl!: string | null;
  /** Addresses and networks inside from which a client's keys may be fetched all the same. */
  readonly jwksInsideNetworks!: readonly string[];
  readonly budgets!: BudgetSizes;
  /** Days that each class of the audit trail is kept. */
  readonly auditRetention!: AuditRetention;
  readonly logLevel!: Environment['LOG_LEVEL'];
  readonly metricsToken!: string | null;

  constructor(values: { [K in keyof AppConfig]: AppConfig[K] }) {
    Object.assign(this, values);
  }
}
