const HOME = '/account';
/** Pages for signed-in users: nobody is redirected to another site. */
const PAGE = /^\/(account(\/[\w-]+)*|welcome)$/;

/** The path of the sign-in page, which leads on to a page of the account. */
export function signInPath(page: string | null): string {
  const next = pageIn(page);
  return next === HOME ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The path of the page where who is signed in shows again that it is them, which leads on to a page of the account. */
export function proofPath(page: string): string {
  return `/confirm?next=${encodeURIComponent(pageIn(page))}`;
}

/** The page that `next` names, if it is one of the account; else the first of them. */
export function pageIn(next: unknown): string {
  return typeof next === 'string' && PAGE.test(next) ? next : HOME;
}

/** The path of the page for a forgotten password; `challenge`: the one to return to, if any. */
export function forgottenPath(challenge: string | null): string {
  return `/forgot-password${challenge === null ? '' : `?challenge=${challenge}`}`;
}
