import type { CallError } from '../errors/call-error.js';

/** What a call answers that sends a browser on, instead of a result in the envelope: 303 (RFC 9110 §15.4.4). */
export class SeeOther {
  /** @param refusal the error that the address tells of; for the log and the metrics */
  constructor(
    readonly location: string,
    readonly refusal: CallError | null = null,
  ) {}
}
