import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isCallsController } from '../../src/platform/operations/controllers.js';
import { operationOf, type Operation } from '../../src/platform/operations/operation.js';
import { CallRegistry } from '../../src/platform/http/call-registry.js';
import type { TestServer } from './start-app.js';

interface BodyPath {
  readonly method: string;
  /** With 1 in place of each parameter. */
  readonly path: string;
  readonly operation: Operation;
}

/** Every path that reads a body, taken from the declarations, so that new ones are included. */
export function bodyPaths(server: TestServer): BodyPath[] {
  const calls = server
    .get(CallRegistry)
    .operations.filter(({ methods }) => methods.includes('POST'))
    .map((operation) => ({ method: 'POST', path: operation.path ?? '/api', operation }));
  return [...calls, ...pagePaths(server)];
}

function pagePaths(server: TestServer): BodyPath[] {
  const scanner = server.get(MetadataScanner);
  return server
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ instance, metatype }) => {
      if (!instance || !metatype || isCallsController(metatype)) return [];
      const base = Reflect.getMetadata(PATH_METADATA, metatype) as string;
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        const operation = operationOf(handler);
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        if (!operation || ['GET', 'HEAD'].includes(method)) return [];
        const path = `/${base}/${Reflect.getMetadata(PATH_METADATA, handler) as string}`;
        return {
          method,
          operation,
          path: path
            .replace(/\/+/g, '/')
            .replace(/:\w+/g, '1')
            .replace(/(.)\/$/, '$1'),
        };
      });
    });
}
