import type { Persona } from '../cast/persona.js';
import type { Draft } from '../generate/draft.js';
import type { RouteTable } from '../generate/route-table.js';
import type { RealProvider } from '../../test/support/real-provider.js';
import type { Pictures } from '../values/pictures.js';
import { jsonOf } from '../generate/learn-tokens.js';
import { header, type Answer } from '../wire/answer.js';

/** Sound requests, each made with the answer to the one before. */
export type Steps<T = void> = AsyncGenerator<Draft, T, Answer>;

/** What a walk may use. */
export interface Place {
  readonly persona: Persona;
  readonly table: RouteTable;
  readonly pictures: Pictures;
  readonly publicUrl: string;
  /** null: the server is somebody else's, and knows none. */
  readonly provider: RealProvider | null;
}

/** A way to operations that one request alone does not reach: what has to come first, and the requests themselves. */
export interface Walk {
  /** The operations on the way that are reached by it. */
  readonly reaches: readonly string[];
  readonly steps: (place: Place) => Steps;
}

/** The walk can't go on: an answer is another one than it needs, mostly since a request of it was spoiled. */
export class Lost extends Error {}

/** Where an answer leads on this server. @throws Lost */
export function targetOf(answer: Answer): string {
  const location = header(answer, 'location');
  if (location === undefined) throw new Lost(`${answer.status} leads nowhere`);
  return location.startsWith('/') ? location : location.replace(/^https?:\/\/[^/]+/, '');
}

/** The first group of a pattern in an answer. @throws Lost */
export function found(answer: Answer, pattern: RegExp): string {
  const match = pattern.exec(answer.body.toString());
  if (!match) throw new Lost(`${answer.status} without ${pattern.source}`);
  return match[1];
}

/** The JSON object of an answer. @throws Lost without one */
export function objectIn(answer: Answer): object {
  const body = jsonOf(answer);
  if (typeof body !== 'object' || body === null) throw new Lost(`${answer.status} without JSON`);
  return body;
}
