import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { operationOf, type Operation } from '../../src/platform/operations/operation.js';
import { CallRegistry } from '../../src/platform/http/call-registry.js';
import type { TestServer } from './start-app.js';

export interface Route {
  readonly method: string;
  /** With `1` in place of each parameter. */
  readonly path: string;
  /** With the parameters' names: `/admin/clients/:clientId`. */
  readonly pattern: string;
  readonly operation: Operation;
}

/** Every path of the server: calls and endpoints of the lane, and the Express routes of controllers. */
export function routesOf(server: TestServer): Route[] {
  return [...laneRoutes(server), ...pageRoutes(server)];
}

/** The Express routes: pages, documents, the administration's API and console. */
export function pageRoutes(server: TestServer): Route[] {
  const scanner = server.get(MetadataScanner);
  return server
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      const base = Reflect.getMetadata(PATH_METADATA, metatype) as string;
      return scanner.getAllMethodNames(prototype).flatMap((name): Route[] => {
        const operation = operationOf(prototype[name]);
        const own = Reflect.getMetadata(PATH_METADATA, prototype[name]) as string | undefined;
        if (!operation || own === undefined) return [];
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, prototype[name]) as number];
        const pattern = tidy(`/${base}/${own}`);
        return [{ method, path: addressOf(pattern), pattern, operation }];
      });
    });
}

function laneRoutes(server: TestServer): Route[] {
  return server.get(CallRegistry).operations.flatMap((operation) => {
    const byName = operation.kind === 'call' ? [`/api?a01call=${operation.name}`] : []; // D1
    return [operation.path as string, ...byName].flatMap((path) =>
      operation.methods.map((method) => ({ method, path, pattern: path, operation })),
    );
  });
}

/** Without a double slash between the paths of the controller and its method. */
function tidy(pattern: string): string {
  return pattern.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}

/** The path to request: `/admin/clients/:clientId` becomes `/admin/clients/1`. */
function addressOf(pattern: string): string {
  return pattern.replace(/:\w+/g, '1');
}
