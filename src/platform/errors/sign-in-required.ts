/** Nobody is signed in: redirects the browser to the sign-in page, and from there back to the requested page. */
export class SignInRequired extends Error {
  /** @param page where to return to; null: the request was not for a page */
  constructor(readonly page: string | null) {
    super('nobody is signed in');
  }
}
