import type { CallError } from '../errors/call-error.js';

/** The result of a call that redirects a browser instead of answering in the envelope: 303 (RFC 9110 §15.4.4). */
export class SeeOther {
  /** @param refusal the error that the URL carries; for the log and the metrics */
  constructor(
    readonly location: string,
    readonly refusal: CallError | null = null,
  ) {}
}
