import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength, ValidateIf } from 'class-validator';
import { Rule } from '../checks/rule.js';
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

/** Its default elsewhere would be wrong there, in links, issuer and cookies, without a word. Stands last: it is judged first. */
function NeededInProduction(what: string): PropertyDecorator {
  const isMissing = (value: unknown, { NODE_ENV }: Environment) =>
    value === undefined && NODE_ENV === 'production';
  return (prototype, name) => {
    ValidateIf((env: Environment, value) => value !== undefined || isMissing(value, env))(
      prototype,
      String(name),
    );
    Rule<Environment, unknown>((value, env) =>
      isMissing(value, env) ? `must be set in production: ${what}` : null,
    )(prototype, name);
  };
}

/** The settings by their names in the environment, with their defaults and rules; `.env.example` says what each is for. */
export class Environment {
  @IsIn(['development', 'production', 'test'])
  NODE_ENV: 'development' | 'production' | 'test' = 'development';

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(65_535)
  PORT = 3000;

  @IsString()
  @MinLength(1)
  HOST = '127.0.0.1';

  @Rule((url: string) => (/[?#]/.test(url) ? 'must have no query and no fragment' : null))
  @IsUrl(WEB_URL)
  @NeededInProduction('the address that people and applications use, such as https://accounts.example')
  PUBLIC_URL?: string;

  @IsString()
  @MinLength(1)
  DATA_DIR = './data';

  @IsOptional()
  @IsUrl({
    protocols: ['postgres', 'postgresql'],
    require_protocol: true,
    require_tld: false,
    require_host: false,
  })
  DATABASE_URL?: string;

  @IsOptional()
  @IsString()
  BOOTSTRAP_FILE?: string;

  @ReadBy(readMasterKeys)
  @NeededInProduction('make one with: openssl rand -base64 32')
  MASTER_KEY?: string;

  @ReadBy(readSessionSecrets)
  @NeededInProduction('make one with: openssl rand -base64 32')
  SESSION_SECRET?: string;

  @ReadBy<Environment>((_, env) => readTls(env))
  TLS_CERT?: string;

  @IsOptional()
  @IsString()
  TLS_KEY?: string;

  @IsOptional()
  @ReadBy(readTrustProxy)
  TRUST_PROXY?: string;

  @Transform(({ value }: { value: string }) => YES_NO[value as keyof typeof YES_NO] ?? value)
  @IsIn([true, false], { message: '$property must be true or false' })
  ALLOW_INSECURE_HTTP = false;

  @Type(() => Number)
  @IsInt()
  @Min(32 * MIB)
  @Max(16 * 1024 * MIB)
  BODY_MEMORY = 64 * MIB;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(300)
  REQUEST_TIMEOUT = 15;

  @Type(() => Number)
  @IsInt()
  @Min(10)
  @Max(1_000_000)
  MAX_CONNECTIONS = 5000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  MAX_CONNECTIONS_PER_ADDRESS = 500;

  @Type(() => Number)
  @IsInt()
  @Min(4)
  @Max(16)
  BCRYPT_COST = 12;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(CENTURY_SECONDS)
  ACCESS_TOKEN_TTL_BEARER = 3600;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(CENTURY_SECONDS)
  ACCESS_TOKEN_TTL_MAC = 3 * DAY_SECONDS;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(CENTURY_SECONDS)
  REFRESH_TOKEN_TTL = 2 * 365 * DAY_SECONDS;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(CENTURY_SECONDS)
  SESSION_IDLE_TTL = 1800;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(60)
  SHUTDOWN_DELAY = 0;

  @IsOptional()
  @IsUrl({ protocols: ['smtp', 'smtps'], require_protocol: true, require_tld: false })
  SMTP_URL?: string;

  @IsString()
  @MinLength(3)
  MAIL_FROM = 'Hearth <no-reply@localhost>';

  @IsOptional()
  @IsUrl(WEB_URL)
  SMS_GATEWAY_URL?: string;

  @IsOptional()
  @ReadBy(readInsideNetworks)
  JWKS_INSIDE_NETWORKS?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_BUDGET)
  NETWORK_AUTHORIZATIONS = 1000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_BUDGET)
  NETWORK_STATE_SECRETS = 1000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_BUDGET)
  NETWORK_MAILED_LINKS = 60;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_BUDGET)
  CLIENT_AUTHORIZATIONS = 30_000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_BUDGET)
  CLIENT_STATE_SECRETS = 30_000;

  @IsOptional()
  @ReadBy(readAuditRetention)
  AUDIT_RETENTION?: string;

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @IsOptional()
  @IsString()
  @MinLength(16)
  METRICS_TOKEN?: string;
}
