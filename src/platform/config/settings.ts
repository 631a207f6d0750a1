import { DEFAULT_AUDIT_RETENTION, readAuditRetention } from './audit-retention.js';
import { readDatabaseUrl } from './database-url.js';
import { problemWithMailFrom } from './mail-from.js';
import {
  readInsideNetworks,
  readMasterKeys,
  readSessionSecrets,
  readTls,
  readTrustProxy,
} from './parsed-settings.js';
import { PASSKEY_SETTINGS } from './passkey-settings.js';
import { PASSWORD_SETTINGS } from './password-settings.js';
import { readPublicUrl } from './public-url.js';
import { SECURITY_SETTINGS } from './security-settings.js';
import { SESSION_SETTINGS } from './session-settings.js';
import { TELEMETRY_SETTINGS } from './telemetry-settings.js';
import { TEXT_MESSAGE_SETTINGS } from './text-message-settings.js';
import { choice, flag, parsed, path, problemIn, text, url, whole, type Settings } from './setting.js';

const MIB = 1024 * 1024;
const DAY_SECONDS = 86_400;
const CENTURY_SECONDS = 100 * 365 * DAY_SECONDS;
const LIFETIME = { least: 1, most: CENTURY_SECONDS };
const BUDGET = { least: 1, most: 1_000_000 };

/**
 * All settings, by the name of their member of `AppConfig`: environment variable, purpose, default and rules of each.
 * `npm run generate` writes `.env.example` and the table of docs/operations.md from these entries; the console and the
 * administration API show their values. Times are in seconds.
 */
export const SETTINGS = {
  environment: choice({
    name: 'NODE_ENV',
    about:
      'production, development or test. In production PUBLIC_URL and the keys below must be set, and no demo data is created.',
    choices: ['development', 'production', 'test'],
    initial: 'development',
  }),
  port: whole({ name: 'PORT', about: 'Port to listen on.', least: 1, most: 65_535, initial: 3000 }),
  host: text({ name: 'HOST', about: 'Address to listen on; 0.0.0.0 for all.', initial: '127.0.0.1' }),
  publicUrl: parsed({
    name: 'PUBLIC_URL',
    about:
      'The URL that people and applications use: the issuer, and the base of every URL that Hearth generates. A host of its own, without a path (docs/operations.md#a-host-of-its-own). Only pages of this origin may send forms. Required in production; the default elsewhere is derived from HOST and PORT.',
    example: 'https://accounts.example',
    needed: 'the address that people and applications use, such as https://accounts.example',
    read: readPublicUrl,
    unset: null,
  }),
  dataDir: path({
    name: 'DATA_DIR',
    about: 'Folder of the embedded database, and of the MASTER_KEY that is generated outside production.',
    initial: './data',
  }),
  databaseUrl: text({
    name: 'DATABASE_URL',
    about:
      'URL of a PostgreSQL 14 or later, which may name several hosts (docs/operations.md#failover). Not set: the embedded database in DATA_DIR, for one process only.',
    example: 'postgres://hearth:secret@127.0.0.1:5432/hearth',
    rule: (given) => problemIn(() => readDatabaseUrl(given)),
    secret: 'credentials',
  }),
  databasePooler: choice({
    name: 'DATABASE_POOLER',
    about:
      'none, session or transaction: the mode of the pooler (PgBouncer) that DATABASE_URL leads to (docs/operations.md#poolers).',
    choices: ['none', 'session', 'transaction'],
    initial: 'none',
    rule: (given, { DATABASE_URL: pooled, DATABASE_LISTEN_URL: direct }) => {
      if (given !== 'none' && pooled === undefined) return 'needs DATABASE_URL';
      return given === 'transaction' && direct === undefined
        ? 'needs DATABASE_LISTEN_URL: nobody can listen through a pooler in transaction mode'
        : null;
    },
  }),
  databaseListenUrl: text({
    name: 'DATABASE_LISTEN_URL',
    about:
      'URL of the same database past the pooler, for what needs a session: hearing of changes, and migrations. Not set: DATABASE_URL.',
    example: 'postgres://hearth:secret@127.0.0.1:5432/hearth',
    rule: (given, { DATABASE_URL: pooled }) =>
      pooled === undefined ? 'needs DATABASE_URL' : problemIn(() => readDatabaseUrl(given)),
    secret: 'credentials',
  }),
  preparedStatements: flag({
    name: 'DATABASE_PREPARED_STATEMENTS',
    about:
      'false: statements are planned each time, for a pooler that does not know prepared ones. Default: false with DATABASE_POOLER=transaction, else true.',
  }),
  migratesAtStart: flag({
    name: 'MIGRATE_AT_START',
    about: 'false: a start is refused while migrations are pending (docs/operations.md#migrations).',
    initial: true,
  }),
  bootstrapFile: path({
    name: 'BOOTSTRAP_FILE',
    about:
      'JSON file applied at each start: creates what is missing and does not change what exists. See docs/bootstrap.schema.json.',
    example: './bootstrap.json',
  }),
  masterKeys: parsed({
    name: 'MASTER_KEY',
    about:
      'Keys that make tokens and encrypt at rest: 32 bytes each in base64 or hex, newest first, separated by commas.',
    needed: 'generate one with: openssl rand -base64 32',
    read: readMasterKeys,
    unset: null,
    secret: 'whole',
  }),
  sessionSecrets: parsed({
    name: 'SESSION_SECRET',
    about:
      'Secrets that sign the session cookie: 32 characters or more each, newest first, separated by commas.',
    needed: 'generate one with: openssl rand -base64 32',
    read: readSessionSecrets,
    unset: null,
    secret: 'whole',
  }),
  tlsCert: text({
    name: 'TLS_CERT',
    about: 'Path of the PEM certificate, if Hearth terminates TLS itself.',
    example: '/etc/hearth/tls.crt',
    rule: (given, { TLS_KEY: key = null }) => problemIn(() => readTls(given, key as string | null)),
    secret: 'whole',
  }),
  tlsKey: text({
    name: 'TLS_KEY',
    about: 'Path of the private key of TLS_CERT.',
    example: '/etc/hearth/tls.key',
    rule: (_, { TLS_CERT }) => (TLS_CERT === undefined ? 'and TLS_CERT must be set together' : null),
    secret: 'whole',
  }),
  trustedProxies: parsed({
    name: 'TRUST_PROXY',
    about:
      'Proxies whose X-Forwarded-* headers are trusted: addresses, networks, or the number of proxies in front.',
    example: '10.0.0.7',
    read: readTrustProxy,
    unset: null,
  }),
  allowInsecureHttp: flag({
    name: 'ALLOW_INSECURE_HTTP',
    about:
      'true: tokens and the administration may be used over plain HTTP. Only for a network that is secured in another way.',
    initial: false,
  }),
  bodyMemoryBytes: whole({
    name: 'BODY_MEMORY',
    about:
      'Bytes of request bodies that may be in memory at a time; further requests are refused with 503. At least 32 MiB (33554432).',
    least: 32 * MIB,
    most: 16 * 1024 * MIB,
    initial: 64 * MIB,
  }),
  requestTimeoutSeconds: whole({
    name: 'REQUEST_TIMEOUT',
    about: 'Time limit for headers to arrive, and for the body of a caller who is not authenticated yet.',
    least: 1,
    most: 300,
    initial: 15,
  }),
  maxConnections: whole({
    name: 'MAX_CONNECTIONS',
    about: 'Open connections in total. The process needs a file descriptor for each, and about 200 more.',
    least: 10,
    most: 1_000_000,
    initial: 5000,
  }),
  maxConnectionsPerAddress: whole({
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    about:
      'Open connections of one address (of one /64 network for IPv6). Proxies that TRUST_PROXY names are exempt.',
    least: 1,
    most: 1_000_000,
    initial: 500,
  }),
  ...PASSKEY_SETTINGS,
  ...PASSWORD_SETTINGS,
  bearerLifetimeSeconds: whole({
    name: 'ACCESS_TOKEN_TTL_BEARER',
    about: 'Lifetime of Bearer access tokens.',
    ...LIFETIME,
    initial: 3600,
  }),
  macLifetimeSeconds: whole({
    name: 'ACCESS_TOKEN_TTL_MAC',
    about: 'Lifetime of MAC access tokens: three days.',
    ...LIFETIME,
    initial: 3 * DAY_SECONDS,
  }),
  refreshLifetimeSeconds: whole({
    name: 'REFRESH_TOKEN_TTL',
    about: 'Lifetime of refresh tokens: five years.',
    ...LIFETIME,
    initial: 5 * 365 * DAY_SECONDS,
  }),
  refreshGraceSeconds: whole({
    name: 'REFRESH_TOKEN_GRACE',
    about:
      'How long a refresh token that was just replaced is answered again: an answer was lost, or two workers share it. Later it is taken as stolen, and its grant ends.',
    least: 0,
    most: 600,
    initial: 60,
  }),
  ...SESSION_SETTINGS,
  stopDelaySeconds: whole({
    name: 'SHUTDOWN_DELAY',
    about:
      'How long /health/ready fails before the server stops listening, so that load balancers notice in time.',
    least: 0,
    most: 60,
    initial: 0,
  }),
  smtpUrl: url({
    name: 'SMTP_URL',
    about: 'Mail server. Not set: e-mails stay in the outbox.',
    example: 'smtp://mail.example:587',
    schemes: ['smtp', 'smtps'],
  }),
  mailFrom: text({
    name: 'MAIL_FROM',
    about: 'Sender address of e-mails. Their Message-IDs are of its domain.',
    initial: 'Hearth <no-reply@localhost>',
    rule: problemWithMailFrom,
  }),
  ...TEXT_MESSAGE_SETTINGS,
  jwksInsideNetworks: parsed({
    name: 'JWKS_INSIDE_NETWORKS',
    about:
      "Internal networks, such as 10.1.0.0/16, that a client's jwksUrl, backchannelLogoutUri or webhook may point to; plain HTTP is allowed for loopback only.",
    read: readInsideNetworks,
    unset: [],
  }),
  networkAuthorizations: whole({
    name: 'NETWORK_AUTHORIZATIONS',
    about:
      'Limits for unauthenticated callers (docs/operations.md#what-strangers-can-fill): authorizations that one network (an IPv4 address, an IPv6 /64) may begin at once, and again every ten minutes.',
    ...BUDGET,
    initial: 1000,
  }),
  networkStateSecrets: whole({
    name: 'NETWORK_STATE_SECRETS',
    about:
      'State secrets of the web flow that one network may request without client authentication, at the same rate.',
    ...BUDGET,
    initial: 1000,
  }),
  networkMailedLinks: whole({
    name: 'NETWORK_MAILED_LINKS',
    about:
      'Mailed links (password resets, renewed invitations) that one network may request at once, and again every hour.',
    ...BUDGET,
    initial: 60,
  }),
  clientAuthorizations: whole({
    name: 'CLIENT_AUTHORIZATIONS',
    about: 'Authorizations per client, for those that begin in the networks of its record.',
    ...BUDGET,
    initial: 30_000,
  }),
  clientStateSecrets: whole({
    name: 'CLIENT_STATE_SECRETS',
    about: 'State secrets per client, for those that it requests with its credentials.',
    ...BUDGET,
    initial: 30_000,
  }),
  auditsRefreshes: flag({
    name: 'AUDIT_REFRESHES',
    about:
      'Whether each refresh of tokens is an event of the audit trail. The last one of each grant is shown where grants are shown anyway.',
    initial: false,
  }),
  auditRetention: parsed({
    name: 'AUDIT_RETENTION',
    about:
      'Days that each class of audit events is kept; a class that is not named keeps its default (docs/audit.md).',
    initial: Object.entries(DEFAULT_AUDIT_RETENTION)
      .map((pair) => pair.join('='))
      .join(','),
    read: readAuditRetention,
    unset: DEFAULT_AUDIT_RETENTION,
  }),
  ...TELEMETRY_SETTINGS,
  ...SECURITY_SETTINGS,
} satisfies Settings;

/** The environment variables, in the order of declaration. */
export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);
