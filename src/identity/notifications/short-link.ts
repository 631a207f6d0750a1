/** The path of links in text messages, followed by their token. */
export const SHORT_LINKS = '/m';

/** Shortens a link for a text message (D369). @param link its path ends with the token */
export function shortLink(link: string): string {
  const { pathname } = new URL(link);
  return new URL(`${SHORT_LINKS}${pathname.slice(pathname.lastIndexOf('/'))}`, link).href;
}
