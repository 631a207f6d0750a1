import { ClientRefused } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** A client_id that is the URL of a document, and of no client. */
export class DocumentRefused extends ClientRefused {
  /**
   * @param message a sentence for the caller
   * @param why the same for the operator, with what strangers need not know of the network
   */
  constructor(
    message: string,
    readonly why = message,
  ) {
    super(Errors.clientNotAuthenticated, { why }, { message });
  }
}
