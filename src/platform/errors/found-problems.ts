import { invalid, ProblemError } from './problem-error.js';
import { Problems, type FieldError } from './problems.js';

/** Told at once: somebody reads them, and a document may have thousands. */
const MOST = 100;

/** What is wrong with the values of a document, in all its parts. */
export class FoundProblems {
  private readonly found: FieldError[] = [];

  add(problems: readonly FieldError[]): void {
    for (const problem of problems) this.found.push(problem);
  }

  /**
   * What the work returns; undefined: it refused values, and what is beside it can still be looked at. Anything else
   * ends it all, since the database may have refused it, and nothing can be read in its transaction then.
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
