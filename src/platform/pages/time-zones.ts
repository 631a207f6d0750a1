/** For countries with several time zones, or unknown to Intl: the zone of most inhabitants. */
export const OF_MOST: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  XK: 'Europe/Belgrade',
};

/** An IANA name, no offset such as +01:00: Intl accepts offsets too, but they have no summer time. */
const NAME = /^[A-Z][\w+/-]{0,63}$/i;

/** The data that decides a person's time zone. */
export interface Whereabouts {
  /** The chosen zone; null: none. */
  readonly timeZone: string | null;
  readonly countryCode: string | null;
}

/** Node 20 has the zones of a country as a property, later versions by a method. */
type Region = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] | undefined };

/** The chosen zone, else the browser's, else the country's, else UTC (D377). */
export function timeZoneOf({ timeZone, countryCode }: Whereabouts, ofBrowser: string | null = null): string {
  return knownTimeZone(timeZone) ?? ofBrowser ?? timeZoneOfCountry(countryCode) ?? 'UTC';
}

/** Returns the zone under the name that this version of Node lists (`timeZones`); null: there is no such zone. */
export function knownTimeZone(name: string | null): string | null {
  if (name === null || !NAME.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns all time zones. */
export function timeZones(): string[] {
  return Intl.supportedValuesOf('timeZone');
}

/** Returns the zone of a country, or that of most inhabitants if it has several; null: unknown. */
export function timeZoneOfCountry(code: string | null): string | null {
  if (code === null) return null;
  return knownTimeZone(OF_MOST[code] ?? zonesIn(code)[0] ?? null);
}

/** The zones in a country, by their names. */
export function zonesIn(code: string): string[] {
  const region = new Intl.Locale('und', { region: code }) as Region;
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}
