import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { gathered, wholeNumber } from '../context.js';
import { Failure } from '../failure.js';

const NONE = 'none';

/** The settings of a client as command options. */
export interface SettingOptions {
  readonly name?: string;
  readonly ruleset?: string;
  readonly strict?: boolean;
  readonly provisions?: 'all' | 'own' | typeof NONE;
  readonly redirectUrl?: readonly string[];
  readonly serverNetwork?: readonly string[];
  readonly privileged?: boolean;
  readonly keepRefreshToken?: boolean;
  readonly accessLifetime?: number | typeof NONE;
  readonly refreshLifetime?: number | typeof NONE;
  readonly jwks?: string;
  readonly jwksUrl?: string;
  readonly assertionIssuer?: string;
}

export function withSettings(command: Command): Command {
  return command
    .option('--strict', 'its profile: strict refuses what today’s practice forbids')
    .option('--no-strict', 'its profile: interface, as the interface document says')
    .addOption(
      new Option('--provisions <which>', 'families and accounts; "none": own if strict, else all').choices([
        'all',
        'own',
        NONE,
      ]),
    )
    .option('--redirect-url <url>', 'where users come back to; may be repeated', gathered)
    .option(
      '--server-network <network>',
      'where its servers call /authorize from; may be repeated; "none": nowhere in particular',
      gathered,
    )
    .option('--privileged', 'it may carry passwords, validation tokens and assertions')
    .option('--no-privileged', 'it may not')
    .option('--keep-refresh-token', 'a refresh does not replace its refresh token')
    .option('--no-keep-refresh-token', 'it does')
    .option('--access-lifetime <seconds>', 'of access tokens; "none": as the settings say', lifetime)
    .option('--refresh-lifetime <seconds>', 'of refresh tokens; "none": as the settings say', lifetime)
    .option('--jwks <file>', 'the public keys of its assertions, as JSON; "none": it has none')
    .option('--jwks-url <url>', 'where it publishes them; "none": nowhere')
    .option('--assertion-issuer <text>', 'the iss of its assertions; "none": its client id');
}

/** The given settings, as the API takes them; settings that were not given stay unchanged. */
export function settingsOf(options: SettingOptions): Record<string, unknown> {
  const { name, ruleset, strict, provisions, redirectUrl, serverNetwork } = options;
  const { privileged, keepRefreshToken } = options;
  const { accessLifetime, refreshLifetime, jwks, jwksUrl, assertionIssuer } = options;
  const settings = {
    name,
    ruleset,
    profile: strict === undefined ? undefined : strict ? 'strict' : 'interface',
    provisions: unlessNone(provisions),
    redirectUrls: redirectUrl,
    serverNetworks: serverNetwork?.filter((network) => network !== NONE),
    isPrivileged: privileged,
    keepsRefreshToken: keepRefreshToken,
    accessLifetimeSeconds: unlessNone(accessLifetime),
    refreshLifetimeSeconds: unlessNone(refreshLifetime),
    jwks: jwks === undefined ? undefined : jwks === NONE ? null : readJson(jwks),
    jwksUrl: unlessNone(jwksUrl),
    assertionIssuer: unlessNone(assertionIssuer),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** @throws Failure */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')) as unknown;
  } catch (cause) {
    throw new Failure(`${path} is not readable JSON: ${(cause as Error).message}`, 'usage');
  }
}

/** "none" stays text: Commander would treat null as a missing value. */
function lifetime(text: string): number | typeof NONE {
  if (text === NONE) return NONE;
  try {
    return wholeNumber(text);
  } catch {
    throw new InvalidArgumentError('Write whole seconds above 0, or "none".');
  }
}

function unlessNone<T>(value: T): T | null {
  return value === NONE ? null : value;
}
