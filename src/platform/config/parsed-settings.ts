import { isSupportedCountry } from 'libphonenumber-js/max';
import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { normalAddress, parseUrl, problemWithAddress } from '../checks/address.js';
import { SettingsError } from './settings-error.js';

const KEY_BYTES = 32;
const APPLICATION = /^android:apk-key-hash:[\w-]{43}$/;
const CONTACT = 'must list mailto:, https: or tel: addresses, such as mailto:security@family.example';
const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;
const MIN_SECRET_LENGTH = 32;

/** The certificate and its key, which must be set together. */
export function readTls(
  certPath: string | null,
  keyPath: string | null,
): { cert: Buffer; key: Buffer } | null {
  if (!certPath && !keyPath) return null;
  if (!certPath || !keyPath) throw new SettingsError('TLS_CERT and TLS_KEY must be set together');
  const tls = { cert: readPem('TLS_CERT', certPath), key: readPem('TLS_KEY', keyPath) };
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
export function readTrustProxy(text: string): readonly string[] | number {
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

export function readInsideNetworks(text: string): readonly string[] {
  const entries = partsOf(text);
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new SettingsError(
    `JWKS_INSIDE_NETWORKS must list addresses or networks, such as 10.1.0.0/16; "${wrong}" is neither`,
  );
}

/** Which applications may come unregistered: none, all, or those of these hosts, each with its port if it has one. */
export type UnregisteredClients = 'off' | 'on' | readonly string[];

export function readUnregisteredClients(text: string): UnregisteredClients {
  if (text === 'off' || text === 'on') return text;
  const entries = partsOf(text);
  // A word without a dot is rather a mistaken "true" than a host.
  const isHost = (entry: string) => /[.:]/.test(entry) && parseUrl(`https://${entry}`)?.host === entry;
  const wrong = entries.find((entry) => !isHost(entry));
  if (wrong === undefined && entries.length > 0) return entries;
  throw new SettingsError(
    `UNREGISTERED_CLIENTS must be off, on, or list hosts, such as app.example,tools.example:8443${wrong === undefined ? '' : `; "${wrong}" is none (other letters than ASCII are written as xn--…)`}`,
  );
}

/** Countries that have phone numbers, in upper case. */
export function readTextCountries(text: string): readonly string[] {
  const entries = partsOf(text.toUpperCase());
  const wrong = entries.find((entry) => !isSupportedCountry(entry));
  if (wrong === undefined && entries.length > 0) return [...new Set(entries)];
  throw new SettingsError(
    `SMS_COUNTRIES must list ISO 3166 codes of two letters, such as DE,AT,CH; ${wrong === undefined ? 'it lists none' : `"${wrong}" is no country with phone numbers`}`,
  );
}

/** As OpenTelemetry has them: name=value, separated by commas, values percent-encoded. */
export function readTraceHeaders(text: string): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      text.split(',').map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        if (name === undefined) throw new URIError(pair);
        return [name, decodeURIComponent(value)];
      }),
    );
  } catch {
    throw new SettingsError(
      'OTEL_EXPORTER_OTLP_HEADERS must list headers as name=value, separated by commas',
    );
  }
}

export function readTraceRatio(text: string): number {
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new SettingsError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
}

function isAddressOrNetwork(entry: string): boolean {
  const [address, bits, ...rest] = entry.split('/');
  const version = isIP(address);
  // What compares with them can't read each spelling of IPv6: ::192.0.2.1.
  if (version === 0 || !ipaddr.isValid(address) || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export function readMasterKeys(text: string): readonly Buffer[] {
  return listed('MASTER_KEY', text).map(parseMasterKey);
}

export function readSessionSecrets(text: string): readonly string[] {
  return listed('SESSION_SECRET', text).map(checkSessionSecret);
}

function listed(name: string, text: string): string[] {
  const entries = partsOf(text);
  if (entries.length === 0) throw new SettingsError(`${name} must hold at least one key`);
  return entries;
}

function parseMasterKey(text: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const key = isHex ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isWellFormed = isHex || /^[\w+/-]{43}=?$/.test(text);
  if (!isWellFormed || key.length !== KEY_BYTES) {
    throw new SettingsError(
      'MASTER_KEY must be 32 bytes in base64 or hex (several: separated by commas, newest first)',
    );
  }
  return key;
}

function checkSessionSecret(text: string): string {
  if (text.length < MIN_SECRET_LENGTH) {
    throw new SettingsError(`SESSION_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return text;
}

/** Origins of sites, and of applications as Android names them. */
export function readPasskeyOrigins(given: string): readonly string[] {
  const origins = given.split(',').flatMap((entry) => normalAddress(entry) || []);
  const wrong = origins.find((origin) => !APPLICATION.test(origin) && !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new SettingsError(
    `PASSKEY_ORIGINS must list origins, such as https://accounts.example or android:apk-key-hash:…; "${wrong}" is none`,
  );
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && parseUrl(text)?.origin === text;
}

/** What `/.well-known/security.txt` says (RFC 9116, D364): whom to tell. */
export function readContacts(text: string): readonly string[] {
  return partsOf(text).map((part) => {
    const problem = problemWithAddress(part, isContact, CONTACT);
    if (problem !== null) throw new SettingsError(`SECURITY_CONTACT ${problem}; "${part}" is none`);
    return normalAddress(part);
  });
}

function isContact(url: URL): boolean {
  if (url.protocol === 'mailto:') return /^[^@\s]+@[^@\s]+$/.test(url.pathname);
  return url.protocol === 'tel:' ? /^\+?[\d().-]+$/.test(url.pathname) : url.protocol === 'https:';
}

export function readLanguages(text: string): readonly string[] {
  const wrong = partsOf(text).find((part) => !LANGUAGE.test(part));
  if (wrong === undefined) return partsOf(text);
  throw new SettingsError(`SECURITY_LANGUAGES must list languages, such as "en, de"; "${wrong}" is none`);
}

function partsOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
