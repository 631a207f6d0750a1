/** A signed document as the whole answer of an endpoint, in place of its JSON. */
export class SignedAnswer {
  constructor(
    /** The media type. */
    readonly type: string,
    /** A JWT. */
    readonly text: string,
  ) {}
}
