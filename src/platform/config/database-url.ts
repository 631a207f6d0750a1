import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { SettingsError } from './settings-error.js';

export interface Host {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** The parts of DATABASE_URL; missing ones have the defaults of PostgreSQL's own programs. */
interface DatabaseAddress {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** In the order in which they are preferred; empty: this machine. */
  readonly hosts: readonly Host[];
  /** Only a host that takes writes will do. */
  readonly isWritable: boolean;
  /** undefined: without TLS, unless PGSSLMODE says otherwise. */
  readonly ssl?: ConnectionOptions | false;
}

type Parameters = Readonly<Partial<Record<string, string>>>;

const UNDERSTOOD = ['host', 'port', 'target_session_attrs', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
const DEFAULT_PORT = 5432;
const MOST_PORT = 65_535;
const FORM = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^@?#]*))?(?:\?([^@#]*))?$/;

/**
 * Reads the URL of a database as libpq does, as far as Hearth uses it. Anything else is refused: the operator would believe
 * that an ignored parameter is in force (D227).
 * @throws SettingsError
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const [, login = '', authority, path = '', query = ''] = FORM.exec(url) ?? [];
  if (authority === undefined)
    throw new SettingsError(
      'must be postgres://user:password@host:port/database; @ / ? # % in a password are written %40 %2F %3F %23 %25',
    );
  const parameters = parametersOf(query);
  const [user, ...rest] = login.split(':');
  const hosts = hostsOf(authority, parameters);
  return {
    user: decoded(user),
    password: decoded(rest.join(':')),
    database: decoded(path),
    hosts,
    isWritable: isWritable(parameters, hosts),
    ssl: tlsOf(parameters),
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    throw new SettingsError('has a % that begins no escape: write it as %25');
  }
}

function parametersOf(query: string): Parameters {
  const parameters: Record<string, string> = {};
  for (const part of query.split('&').filter((each) => each !== '')) {
    const [name, ...value] = part.split('=');
    if (!UNDERSTOOD.includes(name))
      throw new SettingsError(
        `has a parameter that is not understood: ${name}. Those that are: ${UNDERSTOOD.join(', ')}`,
      );
    if (name in parameters) throw new SettingsError(`has ${name} twice`);
    parameters[name] = decoded(value.join('=')) ?? '';
  }
  return parameters;
}

/** Returns the hosts before the path, or else those of the parameters `host` and `port`. */
function hostsOf(authority: string, { host, port }: Parameters): Host[] {
  if (authority !== '') {
    if (host !== undefined || port !== undefined)
      throw new SettingsError('has its host in two places: before the path, and in host or port');
    return authority.split(',').map(hostOf);
  }
  if (host === undefined && port === undefined) return [];
  const names = (host ?? 'localhost').split(',');
  const ports = port === undefined ? [] : port.split(',');
  if (ports.length > 1 && ports.length !== names.length)
    throw new SettingsError('must have one port, or one for each host');
  return names.map((name, index) => ({
    host: named(name),
    port: portOf(ports[ports.length === 1 ? 0 : index]),
  }));
}

function hostOf(text: string): Host {
  const [, name, port] = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(.*))?$/i.exec(text) ?? [];
  if (name === undefined) throw new SettingsError('must have hosts as name:port or [address]:port');
  return { host: named(decoded(name.replace(/^\[|\]$/g, '')) ?? ''), port: portOf(port) };
}

function named(host: string): string {
  if (host === '') throw new SettingsError('must name a host at each place of its list');
  return host;
}

function portOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= MOST_PORT) return port;
  throw new SettingsError(`must have ports from 1 to ${MOST_PORT}`);
}

/** Hearth writes: of several hosts it needs the one that takes writes, and has no use for another. */
function isWritable({ target_session_attrs: asked = 'any' }: Parameters, hosts: readonly Host[]): boolean {
  if (asked !== 'any' && asked !== 'read-write')
    throw new SettingsError('must have target_session_attrs=read-write: Hearth writes');
  if (asked === 'any' && hosts.length > 1)
    throw new SettingsError('names several hosts, which needs target_session_attrs=read-write');
  return asked === 'read-write';
}

function tlsOf({ sslmode, ...files }: Parameters): ConnectionOptions | false | undefined {
  const { sslrootcert, sslcert, sslkey } = files;
  const given = {
    ca: pem('sslrootcert', sslrootcert),
    cert: pem('sslcert', sslcert),
    key: pem('sslkey', sslkey),
  };
  const hasFiles = Object.values(given).some((file) => file !== undefined);
  switch (sslmode) {
    case undefined:
    case 'disable':
      if (hasFiles) throw new SettingsError('has certificates, which need sslmode=verify-full');
      return sslmode === undefined ? undefined : false;
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return { ...given, rejectUnauthorized: true };
    case 'no-verify':
      return { ...given, rejectUnauthorized: false };
    default:
      throw new SettingsError(
        'must have an sslmode of disable, no-verify, require, verify-ca or verify-full',
      );
  }
}

function pem(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new SettingsError(`must have the path of a readable PEM file as ${name}`);
  }
}
