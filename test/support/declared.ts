import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { isCallsController } from '../../src/platform/operations/controllers.js';
import { operationOf, type Operation } from '../../src/platform/operations/operation.js';

export interface Handler {
  readonly controller: string;
  readonly method: string;
  /** Undefined: no declaration says who may use it, and the server would not start. */
  readonly operation: Operation | undefined;
}
type Imported = Type | DynamicModule | ForwardReference<() => Type>;

const scanner = new MetadataScanner();

/** The modules of the app, read from their declarations: no server has to run, so they can name the rows of a table. */
export function modules(): ReadonlySet<Type> {
  const found = new Set<Type>();
  const visit = (module: Type): void => {
    if (found.has(module)) return;
    found.add(module);
    const imports = Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as Imported[] | undefined;
    for (const imported of imports ?? []) visit(typeOf(imported));
  };
  visit(AppModule);
  return found;
}

export function controllers(): readonly Type[] {
  return [...modules()].flatMap(
    (module) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[] | undefined) ?? [],
  );
}

/** The methods of a controller that handle requests. */
export function handlersOf(controller: Type): Handler[] {
  const prototype = controller.prototype as Record<string, object>;
  const isReached = (method: string) =>
    isCallsController(controller) || Reflect.hasMetadata(PATH_METADATA, prototype[method]);
  return scanner
    .getAllMethodNames(prototype)
    .filter(isReached)
    .map((method) => ({ controller: controller.name, method, operation: operationOf(prototype[method]) }));
}

export function declaredOperations(): readonly Operation[] {
  const handlers = controllers().flatMap(handlersOf);
  return handlers.flatMap(({ operation }) => operation ?? []);
}

/** The calls of a group, such as `prov`; of all groups without one. */
export function declaredCalls(group = ''): readonly Operation[] {
  return declaredOperations().filter(({ kind, name }) => kind === 'call' && name.startsWith(group));
}

/** The endpoints of OAuth standards that authenticate clients, such as `/token`. */
export function declaredEndpoints(): readonly Operation[] {
  return declaredOperations().filter(({ kind, forTokens }) => kind === 'endpoint' && !forTokens);
}

function typeOf(imported: Imported): Type {
  if ('forwardRef' in imported) return imported.forwardRef();
  return 'module' in imported ? imported.module : imported;
}
