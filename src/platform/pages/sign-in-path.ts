const HOME = '/account';
/**
 * Pages for signed-in users: no redirect leads to another site. A device's QR code leads to a page with a code in its
 * address, an application to one with the name of its request, a link to its question.
 */
const PAGE =
  /^\/(account(\/[\w-]+)*|welcome|device(\?user_code=[\w-]{1,32})?|challenge\?session_id=[\w-]{43}(&stepped=1)?|(link|proposal|connection)\/[\w-]{1,64})$/;

/** The path of the sign-in page, which leads on to a page of the account. */
export function signInPath(page: string | null): string {
  const next = pageIn(page);
  return next === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The path of the page that asks for the identity again, which leads on to a page of the account. */
export function proofPath(page: string): string {
  return `/confirm?next=${encodeURIComponent(pageIn(page))}`;
}

/** The page that `next` names, if it is one for signed-in users; else the first of the account. */
export function pageIn(next: unknown): string {
  if (typeof next !== 'string') return HOME;
  return [next, next.split('?', 1)[0]].find((page) => PAGE.test(page)) ?? HOME;
}

/** The path of the page for a forgotten password; `challenge`: the one to return to, if any. */
export function forgottenPath(challenge: string | null): string {
  return `/forgot-password${challenge === null ? '' : `?challenge=${challenge}`}`;
}
