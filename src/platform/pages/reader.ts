import type { IncomingMessage } from 'node:http';
import { exchangeOf } from '../operations/exchange.js';
import { languageFor, LANGUAGES, type Language } from './texts/texts.js';

/** The cookie of the language that a person chose on a page; nothing else is in it. */
export const LANGUAGE_COOKIE = 'hearth_language';
const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(\\w+)(?=;|$)`);
/** A step of a page, which is sent as a form alone: the page is at the address before it. */
const STEP = /^(\/[^?]+)\/(?:sign-in|consent|decision|resend)(?=\?|$)/;
/** Printable ASCII, on this server: a second slash would name another one. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,2000}$/;

/** Who reads a page: in which language, and where the page is found again in another one. */
export interface Reader {
  readonly language: Language;
  readonly path: string;
}

interface ReaderOptions {
  /** Languages that the page is asked for, in the form of Accept-Language: they count before the browser's. */
  readonly asked?: string;
  /** Language of the account, for a browser that names none that there is. */
  readonly locale?: string | null;
  /** Where the page is found, if that is not where the request went. */
  readonly path?: string;
}

/** The language that was chosen on a page, else what is asked for, the browser's, the account's (D235). */
export function readerOf(
  request: IncomingMessage,
  { asked = '', locale = null, path = pathOf(request) }: ReaderOptions = {},
): Reader {
  const chosen = CHOSEN.exec(request.headers.cookie ?? '')?.[1];
  const known = LANGUAGES.find((language) => language === chosen);
  const language = known ?? languageFor(`${asked},${request.headers['accept-language'] ?? ''}`, locale);
  return { language, path };
}

/** An address on this server that a form names to come back to; anything else leads home. */
export function wayBack(next: string): string {
  return PATH.test(next) ? next : '/';
}

function pathOf(request: IncomingMessage): string {
  return wayBack(exchangeOf(request).target.replace(STEP, '$1'));
}
