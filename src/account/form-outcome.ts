import type { PageErrors } from '../platform/pages/page-errors.js';

/** The outcome of the form that was sent; the others of its page have none. */
export interface FormOutcome<Values = never> {
  readonly isDone: boolean;
  /** As they were typed. */
  readonly values?: Values;
  readonly errors?: PageErrors;
}
