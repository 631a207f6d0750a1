import { parseUrl } from '../../platform/operations/parse-url.js';
import { plantedName } from './answer-names.js';
import { isRedirectUriAllowed } from './redirect-uri.js';
import { problemWithRedirectUrl } from './redirect-url.js';

export interface RedirectVerdict {
  readonly matches: boolean;
  /** One sentence: by which RedirectUrl, or what to change. */
  readonly reason: string;
}

/** What `/authorize` says of a redirect_uri, and why; the verdict itself is that of `isRedirectUriAllowed`. */
export function redirectVerdict(
  requested: string,
  registered: readonly string[],
  isStrict: boolean,
): RedirectVerdict {
  const by = registered.find((url) => isRedirectUriAllowed(requested, [url], isStrict));
  if (by !== undefined) {
    const reason = requested === by ? `It is ${by}, to the letter.` : `It belongs to ${by}.`;
    return { matches: true, reason: `${reason}${warningOf(requested)}` };
  }
  return { matches: false, reason: reasonAgainst(requested, registered, isStrict) };
}

function reasonAgainst(requested: string, registered: readonly string[], isStrict: boolean): string {
  if (registered.length === 0) return 'The client has no RedirectUrl: add one.';
  const problem = problemWithRedirectUrl(requested);
  if (problem !== null) return `It ${problem}.`;
  // What an address allows that is registered just so, it is not refused for its form.
  if (!isRedirectUriAllowed(requested, [requested], true))
    return 'It is not written plainly: in ASCII, without encoded slashes or dots, as the URL parser writes it.';
  if (isStrict)
    return `A strict client’s must be one of its RedirectUrls, to the letter: ${list(registered)}.`;
  const planted = plantedName(queryOf(requested));
  if (planted !== null && isRedirectUriAllowed(withoutQuery(requested), registered, false))
    return `Its query has ${planted}, a name that Hearth answers with: choose another, or register the address with exactly this query.`;
  const [nearest] = registered
    .map((url) => differences(requested, url))
    .sort((a, b) => a.length - b.length || Number(a[0] > b[0]));
  return `Another ${nearest.join(' and another ')} than ${list(registered)}.`;
}

function differences(requested: string, registered: string): string[] {
  const [asked, known] = [parseUrl(requested), parseUrl(registered)];
  if (!asked || !known) return ['address'];
  const parts: readonly [string, boolean][] = [
    ['scheme', asked.protocol !== known.protocol],
    ['host', asked.hostname !== known.hostname],
    ['port', asked.port !== known.port],
    ['query', known.search !== '' && asked.search !== known.search],
  ];
  const named = parts.flatMap(([name, isOther]) => (isOther ? [name] : []));
  return named.length > 0 ? named : ['path'];
}

/** Of one that was registered so. */
function warningOf(requested: string): string {
  const name = plantedName(queryOf(requested));
  if (name === null) return '';
  return ` Its query has ${name}, a name that Hearth answers with: Hearth’s own stands behind it.`;
}

function queryOf(text: string): string {
  return parseUrl(text)?.search.slice(1) ?? '';
}

function withoutQuery(text: string): string {
  return text.split('?', 1)[0];
}

function list(urls: readonly string[]): string {
  return urls.join(', ');
}
