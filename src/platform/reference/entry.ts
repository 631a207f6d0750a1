import type { ApiDescription, Content, DescribedOperation, DescribedParameter, Schema } from './document.js';
import { describedMembers, parameterMember, type Member } from './described-members.js';
import { groupOf, taskOf } from './tasks.js';

type Methods = ApiDescription['paths'][string];

interface Answer {
  readonly status: string;
  /** For an error: its names, or its reason. */
  readonly description: string;
  /** null: no body. */
  readonly type: string | null;
  readonly schema: Schema | null;
}

/** An operation as the reference shows it; GET and POST of one call are one. */
export interface Entry {
  readonly id: string;
  /** The key of its task. */
  readonly task: string;
  readonly group: string;
  readonly href: string;
  readonly title: string;
  readonly about: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly described: DescribedOperation;
  readonly parameters: readonly Member[];
  /** Media types and members; null: no body. */
  readonly body: { readonly types: readonly string[]; readonly members: readonly Member[] } | null;
  readonly answers: readonly Answer[];
  readonly errors: readonly Answer[];
}

/** Every operation of the document, once. */
export function entriesOf(document: ApiDescription): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    unrepeated(methods).map(([method, described]) => entryOf(path, methods, method, described, document)),
  );
}

/** Returns the methods without the GET of a call that its POST describes too. */
function unrepeated(methods: Methods): [string, DescribedOperation][] {
  return Object.entries(methods).filter(([method]) => !(method === 'get' && isRepeated(methods)));
}

function isRepeated({ get, post }: Methods): boolean {
  return get?.operationId === `${post?.operationId}Get`;
}

function entryOf(
  path: string,
  item: Methods,
  method: string,
  described: DescribedOperation,
  document: ApiDescription,
): Entry {
  const id = described.operationId;
  const task = taskOf({ id, path }).key;
  const { parameters = [], requestBody, responses } = described;
  const answers = Object.entries(responses).map(([status, { description, content }]) => ({
    status,
    description,
    ...bodyOf(content),
  }));
  const isError = ({ status }: Answer) => Number(status) >= 400;
  return {
    id,
    task,
    group: groupOf({ path }),
    href: `/docs/${task}/${id}`,
    title: described.summary,
    about: described.description ?? '',
    methods: isRepeated(item) ? ['POST', 'GET'] : [method.toUpperCase()],
    path,
    described,
    parameters: parameters.map((parameter: DescribedParameter) => parameterMember(parameter, document)),
    body: requestBody ? takenIn(requestBody.content, document) : null,
    answers: answers.filter((answer) => !isError(answer)),
    errors: answers.filter(isError),
  };
}

function takenIn(content: Content, document: ApiDescription): NonNullable<Entry['body']> {
  const types = Object.keys(content);
  return { types, members: describedMembers(content[types[0]].schema ?? {}, document) };
}

function bodyOf(content: Content | undefined): Pick<Answer, 'type' | 'schema'> {
  const types = Object.keys(content ?? {});
  const type = types.find((name) => name.includes('json')) ?? types.at(0) ?? null;
  return { type, schema: type === null ? null : (content?.[type].schema ?? null) };
}
