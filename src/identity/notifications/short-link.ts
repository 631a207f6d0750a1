/** Where the links of text messages lead, followed by their token. */
export const SHORT_LINKS = '/m';

/** A link to a page as text messages have it (D369). @param link its path ends with the token */
export function shortLink(link: string): string {
  const { pathname } = new URL(link);
  return new URL(`${SHORT_LINKS}${pathname.slice(pathname.lastIndexOf('/'))}`, link).href;
}
