import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { pipelineErrors } from '../errors/pipeline-errors.js';
import { Problems } from '../errors/problems.js';
import type { Entry } from './entry.js';

interface ListedError {
  readonly status: string;
  readonly name: string;
  readonly meaning: string;
  /** On the page of errors; null: it is not listed there. */
  readonly anchor: string | null;
}

const CATALOGUE: readonly ErrorDefinition[] = Object.values(Errors);
/** The errors of each name: one has several where the sentences differ. */
export const ERRORS_BY_NAME: ReadonlyMap<string, readonly ErrorDefinition[]> = new Map(
  CATALOGUE.map(({ name }) => [name, CATALOGUE.filter((error) => error.name === name)]),
);

/** The sentences of errors, each once. */
export function meaningsOf(errors: readonly ErrorDefinition[]): string[] {
  return [...new Set(errors.map(({ meaning }) => meaning))];
}

/** `unauthorized_client` is also specific to /token: who may use a grant type. */
const OF_ANY_CALL = new Set(
  pipelineErrors({ writes: true }).flatMap((error) =>
    error === Errors.callNotAllowed
      ? [error.name, error.meaning]
      : [error.name, error.oauth.error, error.meaning],
  ),
);
const OF_ANY_ROUTE: ReadonlySet<string> = new Set([
  Problems.notSignedIn.title,
  Problems.forbidden.title,
  Problems.tooLarge.title,
]);

/** Returns the errors of an operation: names for calls and endpoints, reasons for the rest. */
export function errorsIn({ errors }: Entry): ListedError[] {
  return errors.flatMap(({ status, description, type }) =>
    type === 'application/json'
      ? description.split(', ').map((name) => ofName(name, status))
      : sentencesOf(description).map((name) => ({ status, name, meaning: '', anchor: problemAnchor(name) })),
  );
}

/** Whether any operation of its kind may answer it: it says nothing about this one. */
export function isCommon({ name }: ListedError): boolean {
  return OF_ANY_CALL.has(name) || OF_ANY_ROUTE.has(name);
}

function ofName(name: string, status: string): ListedError {
  const [meaning = '', ...others] = meaningsOf(ERRORS_BY_NAME.get(name) ?? []);
  const isListed = CATALOGUE.some((error) => error.name === name || error.oauth.error === name);
  return { status, name, meaning: others.length === 0 ? meaning : '', anchor: isListed ? name : null };
}

/** Splits the joined sentences of the document: titles of problems, and meanings of errors, which may have several sentences. */
function sentencesOf(description: string): string[] {
  let rest = description;
  const found: string[] = [];
  const known = [
    ...CATALOGUE.map(({ meaning }) => meaning),
    ...Object.values(Problems).map(({ title }) => `${title}.`),
  ].sort((a, b) => b.length - a.length);
  while (rest !== '') {
    const next = known.find((sentence) => rest.startsWith(sentence));
    if (next === undefined) return [...found, rest];
    found.push(next.replace(/^([^.]*)\.$/, (whole, title: string) => (problemAnchor(title) ? title : whole)));
    rest = rest.slice(next.length).trim();
  }
  return found;
}

export function anchorOf(type: string): string {
  return type.replace('urn:hearth:problem:', '');
}

function problemAnchor(title: string): string | null {
  const problem = Object.values(Problems).find((one) => one.title === title);
  return problem ? anchorOf(problem.type) : null;
}
