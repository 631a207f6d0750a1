import { argsOf } from '../../src/platform/operations/args.js';
import type { Operation } from '../../src/platform/operations/operation.js';
import { declaredOperations, type Declared } from './declared.js';
import type { Document, Schema } from './document.js';

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The kinds of routes, which differ in how they are called and answer. */
export type Surface = 'call' | 'endpoint' | 'admin-api' | 'console' | 'page';

/** An operation with one method: the target of a request. */
export interface Route {
  readonly name: string;
  readonly surface: Surface;
  readonly methods: readonly string[];
  /** `/admin/api/clients/{clientId}` */
  readonly path: string;
  /** Query parameters; for calls and endpoints in the query or the body. */
  readonly parameters: readonly Parameter[];
  /** The body, unless it consists of parameters. */
  readonly body: { readonly type: string; readonly schema: Schema } | null;
  readonly isConditional: boolean;
  readonly operation: Operation;
}

/** The parameters in the path of a route. */
export function placesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/** Every route of the server: its declaration, with the bodies from the OpenAPI document. */
export function routesOf(document: Document): Route[] {
  return declaredOperations().map((declared) => routeOf(declared, document));
}

function routeOf({ operation, path, methods }: Declared, document: Document): Route {
  const surface = surfaceOf(operation, path);
  const described = document.operation(operation.name);
  const parameters =
    operation.args === null
      ? (described?.parameters ?? [])
          .filter((one) => one.in === 'query')
          .map(({ name, required = false, schema = {} }) => ({ name, isRequired: required, schema }))
      : argsOf(operation.args).map(({ wireName: name, isRequired, schema }) => ({
          name,
          isRequired,
          schema,
        }));
  const [media] = operation.path === null ? Object.entries(described?.requestBody?.content ?? {}) : [];
  const body = media === undefined ? null : { type: media[0], schema: media[1].schema };
  const isConditional =
    described?.parameters?.some(({ name, required }) => name === 'If-Match' && required === true) ?? false;
  return { name: operation.name, surface, methods, path, parameters, body, isConditional, operation };
}

function surfaceOf({ kind, administration }: Operation, path: string): Surface {
  if (kind !== 'page') return kind;
  if (path.startsWith('/admin/api')) return 'admin-api';
  return administration?.surface === 'console' || path.startsWith('/admin') ? 'console' : 'page';
}
