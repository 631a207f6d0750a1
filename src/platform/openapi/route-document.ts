import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { AnswerBody, Refusal, TextSchema, ViewClass } from '../operations/answers.js';
import type { Operation } from '../operations/operation.js';
import { keyParameter, securityOf } from './security.js';
import { refusalsOf } from './refusals.js';

type Paths = OpenAPIObject['paths'];
type Described = NonNullable<Paths[string]['get']>;
type Response = { readonly description: string; readonly content?: object };

const JSON_TYPE = 'application/json';
const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const PROBLEM_OR_PAGE = { ...PROBLEM, 'text/html': { schema: { type: 'string' } } };
const ETAG = 'The ETag of what you saw, or `*`.';
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: ETAG,
  schema: { type: 'string' },
};

/**
 * The Express routes as OpenAPI: path and input as Nest derived them from the handlers, everything else as declared.
 */
export function routePaths(read: Paths, operations: readonly Operation[]): Paths {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const entries = Object.entries(read).map(([path, item]) => {
    const methods = Object.entries(item as Record<string, Described>).map(([method, described]) => {
      const operation = byName.get(described.operationId ?? '');
      if (!operation) throw new Error(`${method} ${path} is in the document without a declaration`);
      return [method, describe(operation, described)] as const;
    });
    return [path, Object.fromEntries(methods)] as const;
  });
  return Object.fromEntries(entries);
}

/** The classes of its answers. */
export function viewsOf({ answers }: Operation): ViewClass[] {
  return Object.values(answers)
    .flatMap((body) => Object.values(mediaOf(body)))
    .filter((schema) => typeof schema === 'function');
}

function describe(operation: Operation, { parameters = [], requestBody, tags }: Described): object {
  const { name, summary, administration } = operation;
  const isConditional = administration?.isConditional === true;
  return {
    operationId: name,
    summary,
    tags,
    security: securityOf(operation),
    parameters: [...parameters, ...(isConditional ? [IF_MATCH] : []), ...keyParameter(operation)],
    ...(requestBody && { requestBody }),
    responses: responsesOf(
      operation,
      refusalsOf(operation, {
        hasPlace: parameters.some((one) => 'in' in one && one.in === 'path'),
        hasParameters: parameters.length > 0 || requestBody !== undefined,
      }),
    ),
    ...(administration && { 'x-role': administration.role }),
  };
}

function responsesOf({ summary, answers, takes }: Operation, refusals: readonly Refusal[]): object {
  const responses: Record<string, Response> = {};
  for (const [status, body] of Object.entries(answers)) {
    const media = Object.entries(mediaOf(body)).map(([type, schema]) => [type, { schema: schemaOf(schema) }]);
    responses[status] = {
      description: summary,
      ...(media.length > 0 && { content: Object.fromEntries(media) as object }),
    };
  }
  for (const [status, description] of sentencesOf(refusals)) {
    const content = { ...responses[status]?.content, ...(takes === 'json' ? PROBLEM : PROBLEM_OR_PAGE) };
    responses[status] = { description: responses[status]?.description ?? description, content };
  }
  return responses;
}

/** The reasons for each status. */
function sentencesOf(refusals: readonly Refusal[]): Map<number, string> {
  const byStatus = new Map<number, Set<string>>();
  for (const refusal of refusals) {
    const { status } = refusal;
    byStatus.set(status, new Set([...(byStatus.get(status) ?? []), sentence(refusal)]));
  }
  return new Map([...byStatus].map(([status, sentences]) => [status, [...sentences].join(' ')]));
}

function sentence(refusal: Refusal): string {
  return 'title' in refusal ? `${refusal.title}.` : refusal.meaning;
}

function mediaOf(body: AnswerBody): Readonly<Record<string, ViewClass | TextSchema>> {
  if (body === null) return {};
  return typeof body === 'function' ? { [JSON_TYPE]: body } : body;
}

function schemaOf(schema: ViewClass | TextSchema): object {
  return typeof schema === 'function' ? { $ref: getSchemaPath(schema) } : schema;
}
