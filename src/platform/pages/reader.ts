import type { Visit } from '../operations/visit.js';
import { languageFor, languageOf, LANGUAGES, type Language } from './texts/texts.js';
import { knownTimeZone, timeZoneOf, type Whereabouts } from './time-zones.js';

/** The cookie of the language that a person chose on a page; nothing else is in it. */
export const LANGUAGE_COOKIE = 'hearth_language';
/** The cookie in which a script on the pages says the browser's time zone. */
const TIME_ZONE_COOKIE = 'hearth_time_zone';
/** A step of a page, which only receives a form: the page is at the address before it. */
const STEP = /^(\/[^?]+)\/(?:sign-in|consent|decision|resend)(?=\?|$)/;
/** Printable ASCII, on this server: a second slash would name another one. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,2000}$/;

/** The reader of a page: language, time zone, and the address of the page in another language. */
export interface Reader {
  readonly language: Language;
  readonly timeZone: string;
  readonly path: string;
}

/** The reading preferences of an account. */
export interface Preferences extends Whereabouts {
  readonly locale: string | null;
}

const ATTACHED = new WeakMap<Visit, Preferences>();

/** Sets the preferences for every page of this visit. */
export function attachPreferences(visit: Visit, preferences: Preferences): void {
  ATTACHED.set(visit, preferences);
}

/** The preferences of the signed-in account, if the page requires one. */
export function attachedPreferences(visit: Visit): Preferences | null {
  return ATTACHED.get(visit) ?? null;
}

interface ReaderOptions {
  /** Requested languages, in the form of Accept-Language: they take precedence over the browser's. */
  readonly asked?: string;
  /** The preferences of the page's account; absent: of the signed-in account, if the page requires one. */
  readonly of?: Partial<Preferences> | null;
  /** The address of the page, if it differs from that of the request. */
  readonly path?: string;
}

/**
 * Returns the reader of a page. Language: chosen on a page, else requested, the browser's, or the account's (D235). Time
 * zone: chosen by the account, else the browser's, or the country's (D377).
 */
export function readerOf(visit: Visit, { asked = '', of, path = pathOf(visit) }: ReaderOptions = {}): Reader {
  const account = of ?? attachedPreferences(visit) ?? {};
  const { locale = null, timeZone = null, countryCode = null } = account;
  const chosen = cookieOf(visit, LANGUAGE_COOKIE);
  const known = LANGUAGES.find((language) => language === chosen);
  const language = known ?? languageFor(`${asked},${visit.headers['accept-language'] ?? ''}`, locale);
  return { language, timeZone: timeZoneOf({ timeZone, countryCode }, browserTimeZone(visit)), path };
}

/** The choice of a person who accepts an invitation: the language of its page, and the browser's time zone. */
export type ReadingChoice = Pick<Preferences, 'locale' | 'timeZone'>;

/** @returns the choice for an account; a language without texts stays, as its page is in English */
export function choiceBy(visit: Visit): (before: Preferences) => ReadingChoice {
  return (before) => {
    const { language } = readerOf(visit, { of: before });
    const stays = before.locale !== null && languageOf(before.locale) === language;
    return {
      locale: stays ? before.locale : language,
      timeZone: browserTimeZone(visit) ?? before.timeZone,
    };
  };
}

/** The zone that the script reports; null: none, an unknown one, or UTC, which privacy browsers report. */
function browserTimeZone(visit: Visit): string | null {
  const zone = knownTimeZone(cookieOf(visit, TIME_ZONE_COOKIE));
  return zone === 'UTC' ? null : zone;
}

function cookieOf({ headers }: Visit, name: string): string | null {
  const found = new RegExp(`(?:^|;)\\s*${name}=([\\w+/-]+)(?=;|$)`).exec(headers.cookie ?? '');
  return found && found[1];
}

/** Returns the address on this server to come back to, named by a form; for anything else, the home page. */
export function wayBack(next: string): string {
  return PATH.test(next) ? next : '/';
}

function pathOf(visit: Visit): string {
  return wayBack(visit.target.replace(STEP, '$1'));
}
