import type { Visit } from '../operations/visit.js';
import { languageFor, languageOf, LANGUAGES, type Language } from './texts/texts.js';
import { knownTimeZone, timeZoneOf, type Whereabouts } from './time-zones.js';

/** The cookie of the language that a person chose on a page; nothing else is in it. */
export const LANGUAGE_COOKIE = 'hearth_language';
/** The cookie in which a script on the pages says the browser's time zone. */
const TIME_ZONE_COOKIE = 'hearth_time_zone';
/** A step of a page, which is sent as a form alone: the page is at the address before it. */
const STEP = /^(\/[^?]+)\/(?:sign-in|consent|decision|resend)(?=\?|$)/;
/** Printable ASCII, on this server: a second slash would name another one. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,2000}$/;

/** Who reads a page: in which language and time zone, and where the page is found again in another language. */
export interface Reader {
  readonly language: Language;
  readonly timeZone: string;
  readonly path: string;
}

/** What an account says of how its user reads. */
export interface Preferences extends Whereabouts {
  readonly locale: string | null;
}

const ATTACHED = new WeakMap<Visit, Preferences>();

/** For every page that answers this visit. */
export function attachPreferences(visit: Visit, preferences: Preferences): void {
  ATTACHED.set(visit, preferences);
}

interface ReaderOptions {
  /** Languages that the page is asked for, in the form of Accept-Language: they count before the browser's. */
  readonly asked?: string;
  /** Of the account that the page is about; left out: of the one that is signed in, where the page declares that. */
  readonly of?: Partial<Preferences> | null;
  /** Where the page is found, if that is not where the request went. */
  readonly path?: string;
}

/**
 * The language that was chosen on a page, else what is asked for, the browser's, the account's (D235). The time zone that the
 * account chose, else the browser's, its country's (D377).
 */
export function readerOf(visit: Visit, { asked = '', of, path = pathOf(visit) }: ReaderOptions = {}): Reader {
  const account = of ?? ATTACHED.get(visit) ?? {};
  const { locale = null, timeZone = null, countryCode = null } = account;
  const chosen = cookieOf(visit, LANGUAGE_COOKIE);
  const known = LANGUAGES.find((language) => language === chosen);
  const language = known ?? languageFor(`${asked},${visit.headers['accept-language'] ?? ''}`, locale);
  return { language, timeZone: timeZoneOf({ timeZone, countryCode }, browserTimeZone(visit)), path };
}

/** What a person chooses who accepts an invitation: the language of its page, and the browser's time zone. */
export type Choice = Pick<Preferences, 'locale' | 'timeZone'>;

/** @returns the choice for an account; a language without texts stays, as its page is in English */
export function choiceBy(visit: Visit): (before: Preferences) => Choice {
  return (before) => {
    const { language } = readerOf(visit, { of: before });
    const stays = before.locale !== null && languageOf(before.locale) === language;
    return {
      locale: stays ? before.locale : language,
      timeZone: browserTimeZone(visit) ?? before.timeZone,
    };
  };
}

/** As its script says; null: it did not, there is no such zone, or it is UTC, which browsers say that tell nothing of their user. */
function browserTimeZone(visit: Visit): string | null {
  const zone = knownTimeZone(cookieOf(visit, TIME_ZONE_COOKIE));
  return zone === 'UTC' ? null : zone;
}

function cookieOf({ headers }: Visit, name: string): string | null {
  const found = new RegExp(`(?:^|;)\\s*${name}=([\\w+/-]+)(?=;|$)`).exec(headers.cookie ?? '');
  return found && found[1];
}

/** An address on this server that a form names to come back to; anything else leads home. */
export function wayBack(next: string): string {
  return PATH.test(next) ? next : '/';
}

function pathOf(visit: Visit): string {
  return wayBack(visit.target.replace(STEP, '$1'));
}
