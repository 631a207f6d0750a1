/** Nobody is signed in: redirects the browser to the sign-in page, and from there back to the requested page. */
export class SignInRequired extends Error {
  /** @param page where to return to; null: the request was not for a page */
  constructor(readonly page: string | null) {
    super('nobody is signed in');
  }
}

/**
 * For pages that sign users in themselves: a user whose sign-in ended meanwhile begins there again.
 * @returns null when nobody is signed in any more
 */
export async function orSignIn<T>(acting: Promise<T>): Promise<T | null> {
  try {
    return await acting;
  } catch (cause) {
    if (!(cause instanceof SignInRequired)) throw cause;
    return null;
  }
}
