import { parseUrl } from '../../platform/checks/address.js';
import { plantedName } from './answer-names.js';
import { allowedRedirectUri } from './redirect-uri.js';
import { problemWithRedirectUrl } from './redirect-url.js';

interface RedirectVerdict {
  readonly matches: boolean;
  /** One sentence: the RedirectUrl that matches, or what to change. */
  readonly reason: string;
}

/**
 * Whether `/authorize` accepts a redirect_uri, with the reason; the verdict itself is that of `allowedRedirectUri`.
 */
export function redirectVerdict(
  requested: string,
  registered: readonly string[],
  isExact: boolean,
): RedirectVerdict {
  const by = registered.find((url) => allowedRedirectUri(requested, [url], isExact) !== null);
  if (by !== undefined) {
    const reason = requested === by ? `It is exactly ${by}.` : `It matches ${by}.`;
    return { matches: true, reason: `${reason}${warningOf(requested)}` };
  }
  return { matches: false, reason: reasonAgainst(requested, registered, isExact) };
}

function reasonAgainst(requested: string, registered: readonly string[], isExact: boolean): string {
  if (registered.length === 0) return 'The client has no RedirectUrl. Add one.';
  // Its form is only a reason if no registered URL equals it.
  if (allowedRedirectUri(requested, [requested], true) === null) {
    const problem = problemWithRedirectUrl(requested);
    return problem === null
      ? 'It is not in normal form: ASCII, without encoded slashes or dots, as a URL parser writes it.'
      : `It ${problem}.`;
  }
  if (isExact)
    return `It must match one of the RedirectUrls exactly, as the client’s profile demands: ${list(registered)}.`;
  const planted = plantedName(queryOf(requested));
  if (planted !== null && allowedRedirectUri(withoutQuery(requested), registered, false) !== null)
    return `Its query has ${planted}, a parameter that Hearth itself adds. Choose another name, or register the URL with exactly this query.`;
  const [nearest] = registered
    .map((url) => differences(requested, url))
    .sort((a, b) => a.length - b.length || Number(a[0] > b[0]));
  return `Different ${nearest.join(' and ')} than ${list(registered)}.`;
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

/** The warning for a URL that was registered with a parameter of Hearth's answers. */
function warningOf(requested: string): string {
  const name = plantedName(queryOf(requested));
  if (name === null) return '';
  return ` Its query has ${name}, a parameter that Hearth itself adds; Hearth’s own comes after it.`;
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
