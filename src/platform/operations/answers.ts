import type { ErrorDefinition } from '../errors/catalogue.js';
import type { ProblemDefinition } from '../errors/problems.js';

/** A class that describes a JSON object by the OpenAPI metadata of its members. */
export type ViewClass = new () => object;

/** The schema of a body that is not a JSON object: a page, a picture, lines. */
export interface TextSchema {
  readonly type: 'string';
  readonly format?: 'binary';
}

/** The body of an answer: a JSON object, none, or one per media type. */
export type AnswerBody = ViewClass | null | Readonly<Record<string, ViewClass | TextSchema>>;

/** The answers of an operation, by status, except for refusals. */
export type Answers = Readonly<Record<number, AnswerBody>>;

/** An error that an operation declares. Those of the guards and the body reader are added to all operations. */
export type Refusal = ProblemDefinition | ErrorDefinition;

export const TEXT: TextSchema = { type: 'string' };
export const BINARY: TextSchema = { type: 'string', format: 'binary' };
export const HTML = { 'text/html': TEXT } as const;
