import { FORMATS, normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { problemWithTextsTo } from '../../identity/accounts/text-reach.js';
import { problemWithPhoneNumber } from '../../identity/accounts/phone-number.js';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { addressOf, isOwnType, type OwnType } from '../../identity/mailed-links/identifier-changes.js';

/** A well-formed identifier that an administrator gave. */
export interface Given {
  readonly type: OwnType;
  /** A login as typed; an address normalized. */
  readonly value: string;
  readonly normalized: string;
}

/** @returns null if the text does not have the format of its type */
function givenIdentifier(type: OwnType, text: string, countryCode: string | null): Given | null {
  if (type !== 'Login') {
    const address = addressOf(type, text, countryCode);
    return address && { ...address, normalized: address.value };
  }
  const value = text.trim();
  const normalized = normalizeIdentifier(type, value);
  return normalized === null ? null : { type, value, normalized };
}

/** Checks an identifier as a rule of a form. Returns null for values that other rules report. */
export function problemWithGiven(text: unknown, type: string, countryCode: unknown): string | null {
  if (typeof text !== 'string' || !isOwnType(type)) return null;
  const country = typeof countryCode === 'string' ? countryCode.toUpperCase() : null;
  const given = givenIdentifier(type, text, country);
  const problem = given === null ? formatProblem(type, text, country) : dearProblem(given);
  if (problem === null) return null;
  return `${JSON.stringify(text)} ${problem}`;
}

function formatProblem(type: OwnType, text: string, country: string | null): string | null {
  return type === 'Msisdn' ? problemWithPhoneNumber(text, country) : `is not ${FORMATS[type]}`;
}

function dearProblem({ type, normalized }: Given, only: readonly string[] | null = null): string | null {
  return type === 'Msisdn' ? problemWithTextsTo(normalized, only) : null;
}

/** @param asked.field its name in the request @param asked.only countries that text messages go to @throws ProblemError invalid */
export function requireGivenIdentifier(
  type: OwnType,
  text: string,
  { country, field, only }: { country: string | null; field: string; only: readonly string[] | null },
): Given {
  const given = givenIdentifier(type, text, country);
  const problem = given && dearProblem(given, only);
  if (given && problem === null) return given;
  const why = problem === null ? problemWithGiven(text, type, country) : `${JSON.stringify(text)} ${problem}`;
  throw invalid([{ field, message: why ?? 'is malformed' }]);
}

/** @param owner the account that has the identifier; null: another request has just added it */
export function taken(field: string, owner: Long | null): ProblemError {
  const who = owner === null ? 'another account' : `account ${owner}`;
  const message = `belongs to ${who} already`;
  return new ProblemError(Problems.conflict, `It ${message}. Nothing was changed.`, [{ field, message }]);
}

/** Turns the error of two simultaneous requests with one identifier into the problem of the second. */
export async function orTaken<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const isTaken = cause instanceof CallError && cause.definition === Errors.accountAlreadyExists;
    throw isTaken ? taken(field, null) : cause;
  }
}
