/** Returns the path with all set values as its query, so that a search can be bookmarked. */
export function addressWith(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? path : `${path}?${text}`;
}
