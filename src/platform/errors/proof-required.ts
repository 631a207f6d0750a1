/** The sign-in is too long ago for what was asked: redirects the browser to where one shows again who one is. */
export class ProofRequired extends Error {
  /** @param page where to go on */
  constructor(readonly page: string) {
    super('the sign-in is too long ago');
  }
}
