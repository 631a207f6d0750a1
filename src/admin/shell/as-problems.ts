import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { conflict } from './record-problems.js';

const MISSING: readonly ErrorDefinition[] = [Errors.accountDoesNotExist, Errors.familyIdDoesNotExist];
const CONFLICTS: readonly ErrorDefinition[] = [
  Errors.accountAlreadyExists,
  Errors.familyNotEmpty,
  Errors.founderAlreadyExists,
];

/** Turns errors of the interface, which the services throw, into problem details of the administration API. */
export async function asProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    if (MISSING.includes(cause.definition)) throw new ProblemError(Problems.notFound, cause.message);
    if (CONFLICTS.includes(cause.definition)) throw conflict(cause.message);
    throw cause;
  }
}
