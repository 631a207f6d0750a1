import type { Persona } from '../cast/persona.js';
import type { Draft } from '../generate/draft.js';
import type { Surroundings } from '../generate/generator.js';
import { jsonOf } from '../generate/learn-tokens.js';
import { header, type Answer } from '../wire/answer.js';

/** Sound requests, each made with the answer to the one before. */
export type Steps<T = void> = AsyncGenerator<Draft, T, Answer>;

/** What a walk may use. */
export interface Place extends Surroundings {
  readonly persona: Persona;
}

/** A way to operations that a single request does not reach: the requests that come first, and their own. */
export type Walk = (place: Place) => Steps;

/** The walk can't go on: an answer is not the one it needs, mostly because a request was mutated. */
export class Lost extends Error {}

/** Returns the path on this server that an answer redirects to. @throws Lost without one */
export function targetOf(answer: Answer): string {
  const location = header(answer, 'location');
  if (location === undefined) throw new Lost(`${answer.status} leads nowhere`);
  return location.startsWith('/') ? location : location.replace(/^https?:\/\/[^/]+/, '');
}

/** Returns the first group of a pattern in an answer. @throws Lost without a match */
export function found(answer: Answer, pattern: RegExp): string {
  const match = pattern.exec(answer.body.toString());
  if (!match) throw new Lost(`${answer.status} without ${pattern.source}`);
  return match[1];
}

/** Returns the JSON object of an answer. @throws Lost without one */
export function objectIn(answer: Answer): object {
  const body = jsonOf(answer);
  if (typeof body !== 'object' || body === null) throw new Lost(`${answer.status} without JSON`);
  return body;
}

/** Returns a string member of a JSON object. @throws Lost without it */
export function textIn(body: unknown, member: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[member];
  if (typeof value !== 'string') throw new Lost(`there is no ${member}`);
  return value;
}
