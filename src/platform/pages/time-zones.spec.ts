import { describe, expect, it } from '@jest/globals';
import countries from 'i18n-iso-countries/index.js';
import { knownTimeZone, OF_MOST, timeZoneOf, timeZoneOfCountry, timeZones, zonesIn } from './time-zones.js';

const CODES = Object.keys(countries.getAlpha2Codes());
/** Where nobody lives for long. */
const WITHOUT = ['AQ', 'BV', 'HM', 'UM'];
const WINTER_AND_SUMMER = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];

function timesIn(timeZone: string): string {
  const words = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return WINTER_AND_SUMMER.map(
    (at) => words.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value,
  ).join();
}

describe('the time zone of a person (row 27)', () => {
  it.each([
    [
      'what was chosen',
      { timeZone: 'America/New_York', countryCode: 'DE' },
      'Asia/Tokyo',
      'America/New_York',
    ],
    ["else the browser's", { timeZone: null, countryCode: 'DE' }, 'Asia/Tokyo', 'Asia/Tokyo'],
    ["else the country's only one", { timeZone: null, countryCode: 'PL' }, null, 'Europe/Warsaw'],
    ['else that of most of its people', { timeZone: null, countryCode: 'US' }, null, 'America/New_York'],
    ['else UTC', { timeZone: null, countryCode: null }, null, 'UTC'],
    [
      'not one that this Node does not know',
      { timeZone: 'Mars/Base', countryCode: 'DE' },
      null,
      'Europe/Berlin',
    ],
  ])('is %s', (_what, whereabouts, ofBrowser, zone) => {
    expect(timeZoneOf(whereabouts, ofBrowser)).toBe(zone);
  });

  it('every country has one, by name where its parts have different times', () => {
    const divided = CODES.filter((code) => new Set(zonesIn(code).map(timesIn)).size > 1);
    const isDecided = (code: string) =>
      timeZoneOfCountry(code) !== null && (code in OF_MOST || !divided.includes(code));
    expect(CODES.filter((code) => !isDecided(code)).sort()).toEqual(WITHOUT);
    for (const [code, zone] of Object.entries(OF_MOST))
      if (code !== 'XK') expect(zonesIn(code).map(knownTimeZone)).toContain(knownTimeZone(zone));
  });

  it.each(['+01:00', 'Berlin', '', 'x'.repeat(65), 'Europe/Berlin\n', "Europe/Berlin'"])(
    'there is none of the name %j',
    (name) => {
      expect(knownTimeZone(name)).toBeNull();
    },
  );

  it('a zone is found under its earlier and its present name', () => {
    expect(timeZones()).toContain(knownTimeZone('Europe/Kiev'));
    expect(knownTimeZone('Europe/Kyiv')).toBe(knownTimeZone('Europe/Kiev'));
  });
});
