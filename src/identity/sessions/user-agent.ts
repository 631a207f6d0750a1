/** A browser by names that people know; null: it is none of those. */
export interface UserAgent {
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first that matches counts: most browsers name others too. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];
const LONGEST = 512;

/** What a User-Agent header says in words; nothing else of it is kept. */
export function userAgentOf(header: string | undefined): UserAgent {
  const text = (header ?? '').slice(0, LONGEST);
  const nameIn = (list: typeof BROWSERS): string | null =>
    list.find(([, mark]) => mark.test(text))?.[0] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
