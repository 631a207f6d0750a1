import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUrl, MinLength } from 'class-validator';
import { Rule } from '../checks/rule.js';
import { NeededInProduction, Setting, Whole } from './setting.js';
import { readAuditRetention } from './audit-retention.js';
import {
  ReadBy,
  readInsideNetworks,
  readMasterKeys,
  readSessionSecrets,
  readTls,
  readTrustProxy,
} from './parsed-settings.js';

const YES_NO = { true: true, false: false, '1': true, '0': false } as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const WEB_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
const MIB = 1024 * 1024;
const DAY_SECONDS = 86_400;
const LARGEST_BUDGET = 1_000_000;
const CENTURY_SECONDS = 100 * 365 * DAY_SECONDS;

/**
 * The settings by their names in the environment: what each is for, its default and its rules. `.env.example` is printed
 * from here, by `npm run generate`.
 */
export class Environment {
  @Setting(
    'production, development or test. In production PUBLIC_URL and the keys below must be set, and no demo data is made.',
  )
  @IsIn(['development', 'production', 'test'])
  NODE_ENV: 'development' | 'production' | 'test' = 'development';

  @Setting('Port to listen on.')
  @Whole(1, 65_535)
  PORT = 3000;

  @Setting('Address to listen on; 0.0.0.0 for all.')
  @IsString()
  @MinLength(1)
  HOST = '127.0.0.1';

  @Setting(
    'The address people and applications use; issuer and base of every URL that Hearth makes. Its own pages alone may send forms. Must be set in production; default elsewhere: from HOST and PORT.',
    'https://accounts.example',
  )
  @Rule((url: string) => (/[?#]/.test(url) ? 'must have no query and no fragment' : null))
  @IsUrl(WEB_URL)
  @NeededInProduction('the address that people and applications use, such as https://accounts.example')
  PUBLIC_URL?: string;

  @Setting('Folder of the embedded database, and of the keys that are made outside production.')
  @IsString()
  @MinLength(1)
  DATA_DIR = './data';

  @Setting(
    'PostgreSQL 14 or later. Not set: the embedded database in DATA_DIR, for one process.',
    'postgres://hearth:secret@127.0.0.1:5432/hearth',
  )
  @IsOptional()
  @IsUrl({
    protocols: ['postgres', 'postgresql'],
    require_protocol: true,
    require_tld: false,
    require_host: false,
  })
  DATABASE_URL?: string;

  @Setting(
    'JSON file applied at each start: creates what is not there, leaves what is. See docs/bootstrap.schema.json.',
    './bootstrap.json',
  )
  @IsOptional()
  @IsString()
  BOOTSTRAP_FILE?: string;

  @Setting(
    'Keys that encrypt MAC keys at rest: 32 bytes each in base64 or hex, newest first, separated by commas.',
  )
  @ReadBy(readMasterKeys)
  @NeededInProduction('make one with: openssl rand -base64 32')
  MASTER_KEY?: string;

  @Setting(
    'Secrets that sign the session cookie: 32 characters or more each, newest first, separated by commas.',
  )
  @ReadBy(readSessionSecrets)
  @NeededInProduction('make one with: openssl rand -base64 32')
  SESSION_SECRET?: string;

  @Setting('PEM files, when TLS ends at Hearth itself.', '/etc/hearth/tls.crt')
  @ReadBy<Environment>((_, env) => readTls(env))
  TLS_CERT?: string;

  @Setting('The private key of TLS_CERT.', '/etc/hearth/tls.key')
  @IsOptional()
  @IsString()
  TLS_KEY?: string;

  @Setting(
    'Proxies whose X-Forwarded-* headers count: addresses, networks, or how many proxies stand in front.',
    '10.0.0.0/8',
  )
  @IsOptional()
  @ReadBy(readTrustProxy)
  TRUST_PROXY?: string;

  @Setting(
    'true: tokens may be issued and used, and the server administered, over plain HTTP. Only for a network that is secured otherwise.',
  )
  @Transform(({ value }: { value: string }) => YES_NO[value as keyof typeof YES_NO] ?? value)
  @IsIn([true, false], { message: '$property must be true or false' })
  ALLOW_INSECURE_HTTP = false;

  @Setting(
    'Bytes of request bodies that may be in memory at a time; beyond them 503. At least 32 MiB (33554432).',
  )
  @Whole(32 * MIB, 16 * 1024 * MIB)
  BODY_MEMORY = 64 * MIB;

  @Setting('How long headers, and the body of a caller who was not let in yet, may take to arrive.')
  @Whole(1, 300)
  REQUEST_TIMEOUT = 15;

  @Setting('Open connections in all. The process needs a file descriptor for each, and some 200 besides.')
  @Whole(10, 1_000_000)
  MAX_CONNECTIONS = 5000;

  @Setting(
    'Open connections of one address (of one /64 network of IPv6); proxies that TRUST_PROXY names may have more.',
  )
  @Whole(1, 1_000_000)
  MAX_CONNECTIONS_PER_ADDRESS = 500;

  @Setting('Cost of password hashes; a hash of another cost is renewed at the next sign-in.')
  @Whole(4, 16)
  BCRYPT_COST = 12;

  @Setting('Lifetime of Bearer access tokens.')
  @Whole(1, CENTURY_SECONDS)
  ACCESS_TOKEN_TTL_BEARER = 3600;

  @Setting('Lifetime of MAC access tokens: three days.')
  @Whole(1, CENTURY_SECONDS)
  ACCESS_TOKEN_TTL_MAC = 3 * DAY_SECONDS;

  @Setting('Lifetime of refresh tokens: two years.')
  @Whole(1, CENTURY_SECONDS)
  REFRESH_TOKEN_TTL = 2 * 365 * DAY_SECONDS;

  @Setting('A session ends this long after its last access.')
  @Whole(1, CENTURY_SECONDS)
  SESSION_IDLE_TTL = 1800;

  @Setting(
    'How long /health/ready fails before the server stops listening, so that a load balancer sees it in time.',
  )
  @Whole(0, 60)
  SHUTDOWN_DELAY = 0;

  @Setting('Mail server for invitations. Not set: mails stay in the outbox.', 'smtp://mail.example:587')
  @IsOptional()
  @IsUrl({ protocols: ['smtp', 'smtps'], require_protocol: true, require_tld: false })
  SMTP_URL?: string;

  @Setting('Sender of mails.')
  @IsString()
  @MinLength(3)
  MAIL_FROM = 'Hearth <no-reply@localhost>';

  @Setting(
    'HTTP gateway for text messages: gets POST {"to", "text"} as JSON. Not set: they stay in the outbox.',
    'https://sms.example/send',
  )
  @IsOptional()
  @IsUrl(WEB_URL)
  SMS_GATEWAY_URL?: string;

  @Setting(
    "Networks inside, such as 10.1.0.0/16, where a client's jwksUrl may lead all the same; over plain HTTP to loopback alone.",
  )
  @IsOptional()
  @ReadBy(readInsideNetworks)
  JWKS_INSIDE_NETWORKS?: string;

  @Setting(
    'What strangers may have open (docs/operations.md#what-strangers-can-fill): how many authorizations one network (an IPv4 address, an IPv6 /64) may begin at once, and again within each ten minutes.',
  )
  @Whole(1, LARGEST_BUDGET)
  NETWORK_AUTHORIZATIONS = 1000;

  @Setting(
    'How many state secrets of the web flow one network may ask for without client authentication, in the same way.',
  )
  @Whole(1, LARGEST_BUDGET)
  NETWORK_STATE_SECRETS = 1000;

  @Setting(
    'How many mailed links one network may ask for at once (forgotten passwords, invitations anew), and again within each hour.',
  )
  @Whole(1, LARGEST_BUDGET)
  NETWORK_MAILED_LINKS = 60;

  @Setting('The same for a client: authorizations that begin in the networks of its record.')
  @Whole(1, LARGEST_BUDGET)
  CLIENT_AUTHORIZATIONS = 30_000;

  @Setting('The same for a client: state secrets that it asks for with its credentials.')
  @Whole(1, LARGEST_BUDGET)
  CLIENT_STATE_SECRETS = 30_000;

  @Setting(
    'How many days each class of the audit trail is kept; a class that is not named keeps what stands here (docs/audit.md).',
    'signin=90,token=30,consent=365,account=365,provisioning=730,administration=730',
  )
  @IsOptional()
  @ReadBy(readAuditRetention)
  AUDIT_RETENTION?: string;

  @Setting('fatal, error, warn, info, debug, trace or silent.')
  @IsIn(LOG_LEVELS)
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @Setting(
    'At least 16 characters: the Bearer token for /metrics. Not set: /metrics answers this machine alone.',
  )
  @IsOptional()
  @IsString()
  @MinLength(16)
  METRICS_TOKEN?: string;
}
