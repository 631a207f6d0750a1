import type { OpenAPIObject } from '@nestjs/swagger';
import { argsOf, type ArgDeclaration } from '../operations/args.js';
import { statusOf, type Operation } from '../operations/operation.js';
import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { objectOf } from './error-schemas.js';
import { keyParameter, SECURITY_OF_CALLS, securityOf } from './security.js';

type Paths = OpenAPIObject['paths'];
type PathItem = Paths[string];

const SENT_BACK = {
  description: 'With redirect_uri: the browser goes on there, with the result or the error in the query.',
};

const BODY_TYPES = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'];

/** Results that are not objects: all of them are strings. */
const TEXTS = {
  long: { type: 'string', pattern: '^-?\\d{1,19}$', example: '4103' },
  true: { type: 'string', enum: ['true'] },
  text: { type: 'string' },
} as const;

/** The calls and endpoints of the lane as OpenAPI, from their declarations: both bindings (D1), GET and POST (D2). */
export function lanePaths(operations: readonly Operation[]): Paths {
  const calls = operations.filter(({ kind }) => kind === 'call');
  const paths: Paths = { '/api': selectorPath(calls) };
  for (const operation of [...operations].sort((a, b) => a.name.localeCompare(b.name))) {
    const item: Record<string, unknown> = {};
    for (const method of operation.methods.filter((each) => each !== 'HEAD'))
      item[method.toLowerCase()] = describe(operation, method);
    paths[operation.path as string] = item;
  }
  return paths;
}

function describe(operation: Operation, method: string): object {
  const args = operation.args ? argsOf(operation.args) : [];
  const alsoAt =
    operation.kind === 'call'
      ? ` The same call: \`/api?a01call=${operation.name}\`, its parameters prefixed \`a01\`.`
      : '';
  const advice =
    method === 'GET' && !operation.forTokens && (operation.writes || args.some(({ isSecret }) => isSecret))
      ? ' Prefer POST: a query string is logged by many.'
      : '';
  const strength = operation.isSensitive
    ? ' Asks for a sign-in of the last five minutes, by the second factor where the account has one; else 401 with `acr_values` and `max_age`.'
    : '';
  return {
    operationId: method === 'GET' ? `${operation.name}Get` : operation.name,
    summary: operation.summary,
    description: `\`${operation.name}\`.${alsoAt}${strength}${advice}`,
    tags: [operation.kind === 'call' ? 'Calls' : 'OAuth endpoints'],
    security: securityOf(operation),
    ...parametersOf(operation, method === 'GET' ? args : []),
    ...(method === 'GET' ? {} : bodyOf(args)),
    responses: responsesOf(operation),
    ...(operation.kind === 'call' && { 'x-account': operation.account }),
  };
}

function parametersOf(operation: Operation, inQuery: readonly ArgDeclaration[]): object {
  const named = operation.forTokens ? [] : inQuery.filter((arg) => !isFile(arg)).map(asQueryParameter);
  return { parameters: [...named, ...keyParameter(operation)] };
}

function asQueryParameter({ wireName, aliases, isRequired, description, schema }: ArgDeclaration): object {
  return {
    name: wireName,
    in: 'query',
    required: isRequired,
    description: withAliases(description, aliases),
    schema,
  };
}

function bodyOf(args: readonly ArgDeclaration[]): object {
  if (args.length === 0) return {};
  const properties = Object.fromEntries(
    args.map(({ wireName, aliases, description, schema }) => [
      wireName,
      { ...schema, description: withAliases(description, aliases) },
    ]),
  );
  const required = args.filter(({ isRequired }) => isRequired).map(({ wireName }) => wireName);
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const hasFile = args.some(isFile);
  const types = hasFile ? ['multipart/form-data'] : BODY_TYPES;
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        ...Object.fromEntries(types.map((type) => [type, { schema }])),
        ...(hasFile && { 'image/*': { schema: { type: 'string', format: 'binary' } } }), // the rest in the query
      },
    },
  };
}

function isFile({ schema }: ArgDeclaration): boolean {
  return schema.format === 'binary';
}

function withAliases(description: string, aliases: readonly string[]): string {
  return aliases.length === 0 ? description : `${description} Also: ${aliases.join(', ')}.`;
}

function responsesOf(operation: Operation): object {
  const sendsOn = operation.foreign ? { 303: SENT_BACK } : {};
  return {
    [statusOf(operation.result)]: success(operation),
    ...sendsOn,
    ...failuresOf(operation.kind, operation.errors),
  };
}

/** One response for each status, listing its errors. */
function failuresOf(kind: Operation['kind'], errors: readonly ErrorDefinition[]): object {
  const byStatus = new Map<number, ErrorDefinition[]>();
  for (const error of errors) {
    const status = kind === 'endpoint' ? error.oauth.status : error.status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, failure(kind, same)]));
}

function success({ result, name }: Operation): object {
  if (result.kind === 'empty')
    return { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } };
  const value = 'view' in result ? { $ref: `#/components/schemas/${result.view.name}` } : TEXTS[result.kind];
  const content = result.kind === 'raw' ? value : envelopeOf(value, name);
  const signedAs = 'signedAs' in result ? result.signedAs : undefined;
  const signed = signedAs && { [signedAs]: { schema: { type: 'string', description: 'A JWT.' } } };
  return { description: 'The result.', content: { 'application/json': { schema: content }, ...signed } };
}

function envelopeOf(value: object, ...callNames: string[]): object {
  return objectOf({ a01: objectOf({ r: objectOf({ r: value }), cn: { type: 'string', enum: callNames } }) });
}

function failure(kind: Operation['kind'], errors: readonly ErrorDefinition[]): object {
  const names = [...new Set(errors.map(({ name, oauth }) => (kind === 'endpoint' ? oauth.error : name)))];
  const ref = { $ref: `#/components/schemas/${kind === 'endpoint' ? 'OAuthError' : 'CallError'}` };
  const mayBeEmpty = kind === 'endpoint' && errors.includes(Errors.accessTokenRequired);
  const schema = mayBeEmpty ? { anyOf: [ref, { type: 'object', maxProperties: 0 }] } : ref;
  return { description: names.join(', '), content: { 'application/json': { schema } } };
}

function successOfAny(calls: readonly Operation[]): object {
  const bare = calls.flatMap(({ result }) => (result.kind === 'raw' ? [result.view.name] : []));
  const schema = {
    anyOf: [
      envelopeOf({}, ...calls.map(({ name }) => name)),
      ...[...new Set(bare)].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    ],
  };
  return { description: 'As the call says.', content: { 'application/json': { schema } } };
}

/** `/api?a01call=…`: one path for every call. */
function selectorPath(calls: readonly Operation[]): PathItem {
  const errors = [Errors.unknownCall, ...new Set(calls.flatMap((call) => call.errors))];
  const names = calls.map(({ name }) => name).sort();
  const call = { name: 'a01call', in: 'query', required: true, schema: { type: 'string', enum: names } };
  const rest = {
    name: 'parameters',
    in: 'query',
    style: 'form',
    explode: true,
    description:
      'The parameters of the call, each name prefixed `a01`; `client_id` and `client_secret` without prefix.',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  };
  const operation = (id: string): object => ({
    operationId: id,
    summary: 'Any call, selected by name',
    description:
      'Each call also has a path of its own, listed below, with its parameters, answer and errors.',
    tags: ['Calls'],
    security: SECURITY_OF_CALLS,
    parameters: [call, rest],
    responses: { 200: successOfAny(calls), ...failuresOf('call', errors) },
  });
  return { get: operation('callGet'), post: operation('call') } as PathItem;
}
