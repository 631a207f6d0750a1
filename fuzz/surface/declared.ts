import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { AppModule } from '../../src/app.module.js';
import { operationOf, type Operation } from '../../src/platform/operations/operation.js';

/** A handler as declared by its controller, read without starting a server. */
export interface Declared {
  readonly operation: Operation;
  /** For pages: the Express route, `/admin/clients/{clientId}`; calls and endpoints have their own path. */
  readonly path: string;
  /** A page has one; calls and endpoints declare theirs. */
  readonly methods: readonly string[];
}

type Class = new (...args: never[]) => object;

/** Every call, endpoint and page of the server, read from the modules: new ones are tested without any change here. */
export function declaredOperations(): Declared[] {
  return [...modulesUnder(AppModule)]
    .flatMap((module) => metadata<Class[]>(MODULE_METADATA.CONTROLLERS, module) ?? [])
    .flatMap(handlersOf);
}

function modulesUnder(module: Class, seen = new Set<Class>()): Set<Class> {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const imported of metadata<(Class | { module: Class })[]>(MODULE_METADATA.IMPORTS, module) ?? [])
    modulesUnder('module' in imported ? imported.module : imported, seen);
  return seen;
}

function handlersOf(controller: Class): Declared[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const operation = typeof handler === 'function' ? operationOf(handler) : undefined;
    if (!operation) return [];
    if (operation.path !== null) return [{ operation, path: operation.path, methods: operation.methods }];
    const method = metadata<RequestMethod>(METHOD_METADATA, handler) ?? RequestMethod.GET;
    return [{ operation, path: pathOf(controller, handler), methods: [RequestMethod[method]] }];
  });
}

function pathOf(controller: object, handler: object): string {
  const parts = [controller, handler].map((target) => metadata<string>(PATH_METADATA, target) ?? '');
  const path = `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/:(\w+)/g, '{$1}');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function metadata<T>(key: string, target: object): T | undefined {
  return Reflect.getMetadata(key, target) as T | undefined;
}
