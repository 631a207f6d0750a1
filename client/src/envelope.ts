import { BOOLEANS, NUMBERS, TRUE_RESULTS, type CallName } from './calls.js';
import { CALL_ERRORS } from './call-errors.js';
import { CallError, HearthError, OAuthError, type CallErrorBody, type OAuthErrorBody } from './errors.js';
import type { Answer } from './transport.js';

type Argument = string | number | boolean | Blob | undefined;

/** Arguments as a form: with a file as multipart, otherwise urlencoded; `undefined` is left out. */
export function formOf(args: Readonly<Record<string, Argument>>): URLSearchParams | FormData {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const form = given.some(([, value]) => value instanceof Blob) ? new FormData() : new URLSearchParams();
  for (const [name, value] of given)
    if (value instanceof Blob) (form as FormData).append(name, value, 'file');
    else form.append(name, String(value));
  return form;
}

/** The result of a call, out of its envelope. @throws CallError, or a HearthError where the answer is none of a call */
export function resultOf(call: CallName, answer: Answer): unknown {
  const { a01 } = (answer.body ?? {}) as { a01?: { r?: { r: unknown }; ex?: CallErrorBody['a01']['ex'] } };
  if (a01?.ex) {
    const body = answer.body as CallErrorBody;
    throw new (classOf(a01.ex.name))(body, answer);
  }
  if (a01?.r) return TRUE_RESULTS.includes(call) ? a01.r.r === 'true' : converted(a01.r.r);
  return bodyOf(answer); // some answer without an envelope
}

/** Not by what every object has beside: an answer can name `constructor`. */
function classOf(name: string): typeof CallError {
  return (Object.hasOwn(CALL_ERRORS, name) && CALL_ERRORS[name]) || CallError;
}

/** The body of a standard endpoint's answer. @throws OAuthError, or a HearthError where the answer is none of Hearth's */
export function bodyOf(answer: Answer): object {
  const { status, body } = answer;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new HearthError(`The answer ${status} is none of Hearth's.`, answer);
  if (status >= 200 && status < 300) return body;
  if ('error' in body) throw new OAuthError(body as OAuthErrorBody, answer);
  throw new HearthError(`The request was refused with status ${status}.`, answer);
}

/** On the wire every value is a text. */
function converted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => converted(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, converted(member, key)]));
  if (BOOLEANS.includes(name)) return value === 'true';
  return NUMBERS.includes(name) ? Number(value) : value;
}
