import { invalid, ProblemError } from './problem-error.js';
import { Problems, type FieldError } from './problems.js';

/** The most problems in one answer: a person reads them, and a document may have thousands. */
const MOST = 100;

/** Collects the problems with the values of a document, from all its parts. */
export class FoundProblems {
  private readonly found: FieldError[] = [];

  add(problems: readonly FieldError[]): void {
    for (const problem of problems) this.found.push(problem);
  }

  /**
   * Returns the result of the work; undefined if it refused values, so that the other parts can still be checked. Any other
   * error ends everything: if it came from the database, the transaction can read nothing more.
   * @throws ProblemError
   */
  async in<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      const { definition, fields } = cause;
      if (definition !== Problems.invalid || fields.length === 0) {
        this.requireNone();
        throw cause;
      }
      this.add(fields);
      return undefined;
    }
  }

  /** @throws ProblemError invalid */
  requireNone(): void {
    const more = this.found.length - MOST;
    const rest = more > 0 ? [{ field: 'body', message: `has ${more} more problems` }] : [];
    if (this.found.length > 0) throw invalid([...this.found.slice(0, MOST), ...rest]);
  }
}
