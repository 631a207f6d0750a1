import { isEmail } from 'class-validator';
import { domainToASCII, domainToUnicode } from 'node:url';
import { UNSEEN, withoutCase } from '../../platform/operations/text-rules.js';

/** Characters that show nothing, and blanks: the only blank that an address may have is a space in a quoted name. */
const HIDDEN = new RegExp(String.raw`[${UNSEEN}]|(?! )\p{Z}`, 'u');
/** Of ASCII nothing that a URL's parser would cut off, decode or count as a port. */
const HOST = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/;
const BLANK = /^" *"$/;
const QUOTED = /^"(.*)"$/s;
/** A name that means the same without its quotes (RFC 5321 §4.1.2). */
const DOT_ATOM = /^[^\s"(),:;<>@[\\\]]+$/u;

/**
 * The one form in which an e-mail address is kept and compared (D365): the name lower-cased, in NFC, without needless
 * quotes; the host in its ASCII form (`xn--`). null: it is no address.
 */
export function normalizeEmail(text: string): string | null {
  const [name, host] = partsOf(withoutCase(text));
  const domain = domainOf(host);
  if (domain === null || HIDDEN.test(name) || BLANK.test(name)) return null;
  const address = `${plainName(name)}@${domain}`;
  return isEmail(address) ? address : null;
}

/**
 * An address as people read it, with its host in Unicode letters if they lead back to the same host. Any other text
 * stays as it is.
 */
export function readableEmail(text: string): string {
  const [name, host] = partsOf(text);
  if (name === '' || !host.includes('xn--')) return text;
  const letters = domainToUnicode(host);
  return domainOf(letters) === host ? `${name}@${letters}` : text;
}

/** A typed address as it is shown: as it was typed, unless normalizing changes more than upper and lower case. */
export function shownEmail(typed: string): string {
  const text = typed.trim();
  const readable = readableEmail(normalizeEmail(text) ?? text);
  return withoutCase(text) === readable ? text : readable;
}

function partsOf(address: string): readonly [name: string, host: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

/**
 * Without the check, `domainToASCII` would drop invisible characters and decode `%6d`. `isEmail` judges the host
 * itself.
 */
function domainOf(host: string): string | null {
  return !HOST.test(host) || HIDDEN.test(host) ? null : domainToASCII(host) || null;
}

function plainName(name: string): string {
  const quoted = QUOTED.exec(name)?.[1];
  if (quoted === undefined) return name;
  const meant = quoted.replace(/\\(.)/gsu, '$1');
  const isPlain = DOT_ATOM.test(meant) && !/^\.|\.\.|\.$/.test(meant);
  return isPlain ? meant : `"${meant.replace(/["\\]/g, String.raw`\$&`)}"`;
}
