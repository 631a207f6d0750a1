import { HttpException } from '@nestjs/common';
import { CallError } from './call-error.js';
import { ProblemError } from './problem-error.js';
import { Problems, type FieldError } from './problems.js';

/** What went wrong, for a page or as problem details (RFC 9457). */
export interface DescribedProblem {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
  readonly type?: string;
  readonly fields?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

const NOT_FOUND: DescribedProblem = {
  status: 404,
  type: Problems.notFound.type,
  title: 'Page not found',
  advice: 'There is no page at this address.',
};

/** null: it was not foreseen. */
export function describedProblem(cause: unknown): DescribedProblem | null {
  if (cause instanceof ProblemError) {
    const { definition, message: advice, fields, headers } = cause;
    return { ...definition, advice, fields, headers };
  }
  if (cause instanceof CallError) {
    const { status, meaning: title, problem } = cause.definition;
    return { status, type: problem ?? undefined, title, advice: cause.message, headers: cause.headers };
  }
  if (cause instanceof HttpException && cause.getStatus() === 404) return NOT_FOUND;
  if (cause instanceof HttpException && cause.getStatus() < 500)
    return { status: cause.getStatus(), title: 'The request was refused', advice: cause.message };
  return null;
}

export function problemDetails(problem: DescribedProblem, requestId: string): string {
  const { type = 'about:blank', status, title, advice: detail, fields = [] } = problem;
  const errors = fields.length > 0 ? { errors: fields } : {};
  return JSON.stringify({ type, title, status, detail, requestId, ...errors });
}
