const HOME = '/account';
/** What is for who is signed in: nobody is sent on to another site. */
const PAGE = /^\/(account(\/[\w-]+)*|welcome)$/;

/** The sign-in page, from which somebody goes on to a page of the account. */
export function signInPath(page: string | null): string {
  const next = pageIn(page);
  return next === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The page that `next` asks for, if it is one of the account; else the first of them. */
export function pageIn(next: unknown): string {
  return typeof next === 'string' && PAGE.test(next) ? next : HOME;
}

/** The page for a forgotten password; `challenge`: what to come back to, if anything. */
export function forgottenPath(challenge: string | null): string {
  return `/forgot-password${challenge === null ? '' : `?challenge=${challenge}`}`;
}
