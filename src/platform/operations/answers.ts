import type { ErrorDefinition } from '../errors/catalogue.js';
import type { ProblemDefinition } from '../errors/problems.js';

/** Describes a JSON object by the OpenAPI metadata of its members. */
export type ViewClass = new () => object;

/** What is no JSON object: a page, a picture, lines. */
export interface TextSchema {
  readonly type: 'string';
  readonly format?: 'binary';
}

/** The body of an answer: a JSON object, nothing, or what it is by its media type. */
export type AnswerBody = ViewClass | null | Readonly<Record<string, ViewClass | TextSchema>>;

/** Everything that an operation answers itself, by status. */
export type Answers = Readonly<Record<number, AnswerBody>>;

/** Why an operation may refuse; what the guards and the reader of bodies refuse goes without saying. */
export type Refusal = ProblemDefinition | ErrorDefinition;

export const TEXT: TextSchema = { type: 'string' };
export const BINARY: TextSchema = { type: 'string', format: 'binary' };
export const HTML = { 'text/html': TEXT } as const;
