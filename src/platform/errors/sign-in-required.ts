/** Nobody is signed in to the browser: it is sent to the sign-in page, and from there back to the page that it asked for. */
export class SignInRequired extends Error {
  /** @param page where it goes on; null: what was sent is no page */
  constructor(readonly page: string | null) {
    super('nobody is signed in');
  }
}
