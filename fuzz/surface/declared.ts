import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Operation } from '../../src/platform/operations/operation.js';
import { controllers, handlersOf } from '../../test/support/declared.js';

/** A handler as declared by its controller, read without starting a server. */
export interface Declared {
  readonly operation: Operation;
  /** For pages: the Express route, `/admin/clients/{clientId}`; calls and endpoints have their own path. */
  readonly path: string;
  /** A page has one; calls and endpoints declare theirs. */
  readonly methods: readonly string[];
}

/** Every call, endpoint and page of the server, read from the modules: new ones are tested without any change here. */
export function declaredOperations(): Declared[] {
  return controllers().flatMap((controller) =>
    handlersOf(controller).flatMap(({ method, operation }) => {
      const handler = (controller.prototype as Record<string, object>)[method];
      return operation ? declaredAt(controller, handler, operation) : [];
    }),
  );
}

function declaredAt(controller: object, handler: object, operation: Operation): Declared {
  if (operation.path !== null) return { operation, path: operation.path, methods: operation.methods };
  const method = metadata<RequestMethod>(METHOD_METADATA, handler) ?? RequestMethod.GET;
  return { operation, path: pathOf(controller, handler), methods: [RequestMethod[method]] };
}

function pathOf(controller: object, handler: object): string {
  const parts = [controller, handler].map((target) => metadata<string>(PATH_METADATA, target) ?? '');
  const path = `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/:(\w+)/g, '{$1}');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function metadata<T>(key: string, target: object): T | undefined {
  return Reflect.getMetadata(key, target) as T | undefined;
}
