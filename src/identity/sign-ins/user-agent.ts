import Bowser from 'bowser';
import type { Exchange } from '../../platform/operations/exchange.js';
import { roughNetworkOf } from '../../platform/throttle/network.js';

/** A browser by names that people know, and roughly where it was; null: not known. */
export interface UserAgent {
  readonly browser: string | null;
  readonly system: string | null;
  /** Such as 203.0.113.x; absent: from before it was kept. */
  readonly network?: string | null;
}

/** The part of the header that is read: strangers decide how long it is. */
const LONGEST = 512;
/**
 * Only names that the library knows: others would be words that the sender of the header chose, and they appear in
 * mails.
 */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
/** Apple's devices are known by their own names rather than by that of the system. */
const DEVICES: ReadonlySet<string> = new Set(['iPhone', 'iPad']);

/** Names the browser and system of a User-Agent header; nothing else of the header is kept. */
export function userAgentOf(header: string | undefined): UserAgent {
  const text = (header ?? '').slice(0, LONGEST);
  if (text === '') return { browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(text);
  const { model } = platform;
  const system = model !== undefined && DEVICES.has(model) ? model : os.name;
  return { browser: among(BROWSERS, browser.name), system: among(SYSTEMS, system) ?? among(DEVICES, system) };
}

/** Names the browser and system of a request, with the network that it came from. */
export function browserOf({ headers, origin }: Pick<Exchange, 'headers' | 'origin'>): UserAgent {
  return { ...userAgentOf(headers['user-agent']), network: roughNetworkOf(origin.address) };
}

function among(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name.replace(/ for Android$/, '') : null;
}
