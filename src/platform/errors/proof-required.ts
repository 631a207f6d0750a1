/** The sign-in is too long ago for the request: redirects the browser to the page where the person proves again who they are. */
export class ProofRequired extends Error {
  /** @param page where to continue */
  constructor(readonly page: string) {
    super('the sign-in is too long ago');
  }
}
