import type { TFunction } from 'i18next';
import { FormError } from '../../platform/pages/form.js';
import type { PageErrors } from '../../platform/pages/page-errors.js';

/** The outcome of the form that was sent; other forms on the page have none. */
export interface FormOutcome<Values = never> {
  readonly isDone: boolean;
  /** As they were typed. */
  readonly values?: Values;
  readonly errors?: PageErrors;
}

interface FormProblemProps {
  readonly t: TFunction;
  readonly errors: PageErrors | undefined;
}

/** Shows the problem of the form as a whole: `form` of its errors. */
export function FormProblem({ t, errors }: FormProblemProps) {
  const key = errors?.form;
  return <FormError>{key && t(`errors.${key}`)}</FormError>;
}
