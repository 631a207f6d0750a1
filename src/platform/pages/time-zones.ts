/** Countries whose parts have different times, or that Intl does not know: the zone of most of their people. */
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

/** A name of IANA: no offset such as +01:00, which Intl takes too, but which knows no summer time. */
const NAME = /^[A-Z][\w+/-]{0,63}$/i;

/** What decides about a person's time zone. */
export interface Whereabouts {
  /** As it was chosen; null: it was not. */
  readonly timeZone: string | null;
  readonly countryCode: string | null;
}

/** Node 20 has the zones of a country as a property, later versions by a method. */
type Region = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] | undefined };

/** The chosen zone, else the browser's, else the country's, else UTC (D377). */
export function timeZoneOf({ timeZone, countryCode }: Whereabouts, ofBrowser: string | null = null): string {
  return knownTimeZone(timeZone) ?? ofBrowser ?? timeZoneOfCountry(countryCode) ?? 'UTC';
}

/** The zone under the name that this version of Node lists it by (`timeZones`); null: there is none of this name. */
export function knownTimeZone(name: string | null): string | null {
  if (name === null || !NAME.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** All of them. */
export function timeZones(): string[] {
  return Intl.supportedValuesOf('timeZone');
}

/** The zone of a country, where its parts have the same time; else that of most of its people; null: not known. */
export function timeZoneOfCountry(code: string | null): string | null {
  if (code === null) return null;
  return knownTimeZone(OF_MOST[code] ?? zonesIn(code)[0] ?? null);
}

/** The zones in a country, by their names. */
export function zonesIn(code: string): string[] {
  const region = new Intl.Locale('und', { region: code }) as Region;
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}
