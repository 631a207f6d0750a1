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

/** Headers are as long as strangers like. */
const LONGEST = 512;
/** Names of the library alone: others would be words that whoever sends the header chose, and they stand in mails. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
/** Apple's devices are known by their own names rather than by that of the system. */
const DEVICES: ReadonlySet<string> = new Set(['iPhone', 'iPad']);

/** What a User-Agent header says in words; nothing else of it is kept. */
export function userAgentOf(header: string | undefined): UserAgent {
  const text = (header ?? '').slice(0, LONGEST);
  if (text === '') return { browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(text);
  const { model } = platform;
  const system = model !== undefined && DEVICES.has(model) ? model : os.name;
  return { browser: among(BROWSERS, browser.name), system: among(SYSTEMS, system) ?? among(DEVICES, system) };
}

/** The same of a visit, with the network that it came from. */
export function browserOf({ headers, origin }: Pick<Exchange, 'headers' | 'origin'>): UserAgent {
  return { ...userAgentOf(headers['user-agent']), network: roughNetworkOf(origin.address) };
}

function among(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name.replace(/ for Android$/, '') : null;
}
