import { DEFAULT_AUDIT_RETENTION, readAuditRetention } from './audit-retention.js';
import { readDatabaseUrl } from './database-url.js';
import { problemWithMailFrom } from './mail-from.js';
import {
  readContacts,
  readInsideNetworks,
  readLanguages,
  readMasterKeys,
  readPasskeyOrigins,
  readSessionSecrets,
  readTextCountries,
  readTls,
  readTraceHeaders,
  readTraceRatio,
  readTrustProxy,
  readUnregisteredClients,
} from './parsed-settings.js';
import { readPublicUrl } from './public-url.js';
import { choice, flag, parsed, path, problemIn, text, url, whole, type Settings } from './setting.js';

const MIB = 1024 * 1024;
const DAY_SECONDS = 86_400;
const CENTURY_SECONDS = 100 * 365 * DAY_SECONDS;
const LIFETIME = { least: 1, most: CENTURY_SECONDS };
const BUDGET = { least: 1, most: 1_000_000 };
const TEXT_BUDGET = { ...BUDGET, least: 0 };
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * All settings, by the name of their member of `AppConfig`: environment variable, purpose, default and rules of each.
 * `npm run generate` writes `.env.example` and the table of docs/operate/settings.md from these entries; the console and the
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
  nodeName: text({
    name: 'NODE_NAME',
    about:
      'The name of this node in the console, in log lines and in metrics: 1 to 64 visible characters, another one for each node. Default: the name of the machine, and PORT.',
    example: 'web-1',
    rule: (given) =>
      /^[!-~]{1,64}$/.test(given) ? null : 'must be 1 to 64 visible ASCII characters without spaces',
  }),
  publicUrl: parsed({
    name: 'PUBLIC_URL',
    about:
      'The URL that people and applications use: the issuer, and the base of every URL that Hearth generates. A host of its own, without a path (docs/operate/runbook.md#a-host-of-its-own). Only pages of this origin may send forms. Required in production; the default elsewhere is derived from HOST and PORT.',
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
      'URL of a PostgreSQL 14 or later, which may name several hosts (docs/operate/database.md#failover). Not set: the embedded database in DATA_DIR, for one process only.',
    example: 'postgres://hearth:secret@127.0.0.1:5432/hearth',
    rule: (given) => problemIn(() => readDatabaseUrl(given)),
    secret: 'credentials',
  }),
  databasePooler: choice({
    name: 'DATABASE_POOLER',
    about:
      'none, session or transaction: the mode of the pooler (PgBouncer) that DATABASE_URL leads to (docs/operate/database.md#poolers).',
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
    about: 'false: a start is refused while migrations are pending (docs/operate/runbook.md#migrations).',
    initial: true,
  }),
  bootstrapFile: path({
    name: 'BOOTSTRAP_FILE',
    about:
      'JSON file applied at each start: creates what is missing and does not change what exists (docs/start/getting-started.md#3-bring-your-own-clients-and-accounts).',
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
  passkeyRpId: text({
    name: 'PASSKEY_RP_ID',
    about:
      'The domain that passkeys are made for. Changing this, or the host of PUBLIC_URL where this is not set, invalidates all existing passkeys (docs/operate/reference.md#passkeys). Default: the host of PUBLIC_URL.',
    example: 'accounts.example',
    rule: (given) =>
      DOMAIN.test(given) ? null : 'must be a domain in small letters, such as accounts.example',
  }),
  passkeyOrigins: parsed({
    name: 'PASSKEY_ORIGINS',
    about:
      'Further origins where passkeys of that domain may be used: other addresses of this server, and native applications (docs/operate/reference.md#passkeys).',
    example: 'https://www.accounts.example',
    read: readPasskeyOrigins,
    unset: [] as readonly string[],
  }),
  bcryptCost: whole({
    name: 'BCRYPT_COST',
    about: 'bcrypt cost of password hashes. A hash of another cost is replaced at the next sign-in.',
    least: 4,
    most: 16,
    initial: 12,
  }),
  passwordWordsFile: path({
    name: 'PASSWORD_WORDS_FILE',
    about:
      'Words that a new password may not consist of, one on each line: names of the company, its products, its places (docs/operate/reference.md#lists-of-passwords).',
    example: './password-words.txt',
  }),
  passwordBreachesFile: path({
    name: 'PASSWORD_BREACHES_FILE',
    about:
      'Passwords stolen elsewhere, which no new password may be: a file of `hearth passwords build` (docs/operate/reference.md#lists-of-passwords).',
    example: './breached-passwords.bin',
  }),
  factorRecoverySeconds: whole({
    name: 'FACTOR_RECOVERY_WAIT',
    about:
      'How long someone who lost the second factor waits before a mailed link removes it. Every address of the account is told, and can stop it.',
    least: 3600,
    most: 7 * DAY_SECONDS,
    initial: 2 * DAY_SECONDS,
  }),
  adminSecondFactor: choice({
    name: 'ADMIN_SECOND_FACTOR',
    about:
      'required or optional: whether administrators need a second factor to sign in to the administration (docs/operate/runbook.md#administrators). Default: required in production, else optional.',
    choices: ['required', 'optional'],
  }),
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
  sessionIdleSeconds: whole({
    name: 'SESSION_IDLE_TTL',
    about: 'Idle time after which a session ends.',
    ...LIFETIME,
    initial: 1800,
  }),
  sessionLongestSeconds: whole({
    name: 'SESSION_LONGEST_TTL',
    about:
      "Time after a sign-in on a page at which its session ends whatever happens: 30 days. The interface's own sessions end by idle time alone.",
    ...LIFETIME,
    initial: 30 * 86_400,
  }),
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
  smsGatewayUrl: url({
    name: 'SMS_GATEWAY_URL',
    about:
      'HTTP gateway for text messages: gets POST {"to", "text"} as JSON. Not set: they stay in the outbox.',
    example: 'https://sms.example/send',
    schemes: ['http', 'https'],
  }),
  smsCountries: parsed({
    name: 'SMS_COUNTRIES',
    about:
      'Countries that text messages go to, as ISO 3166 codes separated by commas: DE,AT,CH. Not set: all. Premium-rate, shared-cost and satellite numbers never get any.',
    example: 'DE,AT,CH',
    read: readTextCountries,
    unset: null,
  }),
  smsPerAccount: whole({
    name: 'SMS_PER_ACCOUNT',
    about:
      'Text messages with a link that one account may cause at once, and again over each day (docs/operate/reference.md#what-text-messages-may-cost). 0: none.',
    ...TEXT_BUDGET,
    initial: 10,
  }),
  smsPerFamily: whole({
    name: 'SMS_PER_FAMILY',
    about: 'The same for what concerns one family. 0: none.',
    ...TEXT_BUDGET,
    initial: 20,
  }),
  smsPerNetwork: whole({
    name: 'SMS_PER_NETWORK',
    about: 'The same for one network (an IPv4 address, an IPv6 /64). 0: none.',
    ...TEXT_BUDGET,
    initial: 60,
  }),
  smsPerClient: whole({
    name: 'SMS_PER_CLIENT',
    about: 'The same for one client. 0: none.',
    ...TEXT_BUDGET,
    initial: 1000,
  }),
  smsPerServer: whole({
    name: 'SMS_PER_SERVER',
    about: 'The same for all nodes of the server together. 0: none.',
    ...TEXT_BUDGET,
    initial: 5000,
  }),
  jwksInsideNetworks: parsed({
    name: 'JWKS_INSIDE_NETWORKS',
    about:
      "Internal networks, such as 10.1.0.0/16, that a client's jwksUrl, backchannelLogoutUri, webhook or document may point to; plain HTTP is allowed for loopback only.",
    read: readInsideNetworks,
    unset: [],
  }),
  unregisteredClients: parsed({
    name: 'UNREGISTERED_CLIENTS',
    about:
      'Applications that nobody registered, whose client_id is the URL of a document that they publish (docs/sign-people-in/unregistered-clients.md): off, on, or the hosts that may, separated by commas.',
    initial: 'off',
    read: readUnregisteredClients,
    unset: 'off' as const,
  }),
  networkAuthorizations: whole({
    name: 'NETWORK_AUTHORIZATIONS',
    about:
      'Limits for unauthenticated callers (docs/operate/reference.md#what-strangers-can-fill): authorizations that one network (an IPv4 address, an IPv6 /64) may begin at once, and again every ten minutes.',
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
      'Days that each class of audit events is kept; a class that is not named keeps its default (docs/administer/audit.md).',
    initial: Object.entries(DEFAULT_AUDIT_RETENTION)
      .map((pair) => pair.join('='))
      .join(','),
    read: readAuditRetention,
    unset: DEFAULT_AUDIT_RETENTION,
  }),
  logLevel: choice({
    name: 'LOG_LEVEL',
    about: 'fatal, error, warn, info, debug, trace or silent.',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    initial: 'info',
  }),
  metricsToken: text({
    name: 'METRICS_TOKEN',
    about:
      'Bearer token for /metrics, at least 16 characters. Not set: /metrics answers requests from this machine only.',
    shortest: 16,
    secret: 'whole',
  }),
  traceEndpoint: url({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, without /v1/traces. Not set: nothing is traced.',
    example: 'http://127.0.0.1:4318',
    schemes: ['http', 'https'],
  }),
  traceHeaders: parsed({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Headers for the collector, as name=value, separated by commas; values percent-encoded.',
    secret: 'whole',
    read: readTraceHeaders,
    unset: null,
  }),
  traceRatio: parsed({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about:
      'The share of requests to trace, from 0 to 1. Of a request that names a trace its caller has decided.',
    initial: '1',
    read: readTraceRatio,
    unset: 1,
  }),
  securityContact: parsed({
    name: 'SECURITY_CONTACT',
    about:
      'Whom to tell of a vulnerability: mailto:, https: or tel: addresses, separated by commas, the preferred one first. Not set: there is no /.well-known/security.txt, since it must name one.',
    example: 'mailto:security@family.example',
    read: readContacts,
    unset: [] as readonly string[],
  }),
  securityLanguages: parsed({
    name: 'SECURITY_LANGUAGES',
    about: 'Languages that whoever is at SECURITY_CONTACT reads, separated by commas.',
    initial: 'en',
    read: readLanguages,
    unset: ['en'] as readonly string[],
  }),
} satisfies Settings;

/** The environment variables, in the order of declaration. */
export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);
