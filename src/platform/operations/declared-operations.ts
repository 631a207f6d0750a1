import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { operationOf, type Operation } from './operation.js';

/** All operations that controllers declare, unordered. */
export function declaredOperations(discovery: DiscoveryService, scanner: MetadataScanner): Operation[] {
  return discovery.getControllers().flatMap(({ instance }) => {
    if (!instance) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((method) => operationOf(prototype[method]) ?? []);
  });
}
