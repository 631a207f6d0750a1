import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ApplicationConfig, DiscoveryService, ExternalContextCreator, MetadataScanner } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessOf, fitsAccess, GUARDS, isCallsController } from '../operations/controllers.js';
import { operationOf, type Operation } from '../operations/operation.js';
import { PageRoutes } from './page-routes.js';

export interface CompiledCall {
  readonly operation: Operation;
  /** Runs guards, arguments and handler, as compiled by Nest. */
  invoke(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
}

/** Every call and endpoint of the lane, compiled once at boot. */
@Injectable()
export class CallRegistry {
  readonly pages = new PageRoutes();
  private readonly byPath = new Map<string, CompiledCall>();
  private readonly byName = new Map<string, CompiledCall>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly contexts: ExternalContextCreator,
    private readonly appConfig: ApplicationConfig,
  ) {}

  findByPath(path: string): CompiledCall | undefined {
    return this.byPath.get(path);
  }

  findByName(name: string): CompiledCall | undefined {
    return this.byName.get(name);
  }

  get operations(): Operation[] {
    return [...this.byName.values()].map(({ operation }) => operation);
  }

  /**
   * Compiles all declared calls.
   * @throws Error for a handler without a declaration or with one that differs from its controller's, a duplicate name, a
   * missing guard, or a form open to cross-site requests
   */
  compile(): void {
    this.requireGuards();
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const handler = (instance as Record<string, (...args: unknown[]) => unknown>)[method];
        const operation = operationOf(handler);
        const isRouted = Reflect.hasMetadata(PATH_METADATA, handler);
        if (!operation) {
          if (isRouted || isCallsController(metatype))
            throw new Error(`${metatype.name}.${method} declares no access`);
          continue;
        }
        const access = accessOf(metatype);
        if (!access || !fitsAccess(access, operation))
          throw new Error(`${metatype.name}.${method} demands something else than its controller says`);
        if (isRouted && !isGet(handler) && !operation.writes) {
          throw new Error(`${metatype.name}.${method} is no GET, and does not declare that it writes`);
        } else if (isCallsController(metatype)) this.add(instance as object, method, handler, operation);
        else if (isRouted)
          this.pages.add({
            pattern: patternOf(metatype, handler),
            methods: methodsOf(handler, operation),
            keepsOpener: operation.keepsOpener,
          });
      }
    }
  }

  private add(
    instance: object,
    method: string,
    handler: (...args: unknown[]) => unknown,
    operation: Operation,
  ): void {
    if (this.byName.has(operation.name)) throw new Error(`the call ${operation.name} is declared twice`);
    const noRouteParams = { exchangeKeyForValue: () => null };
    const options = { guards: true, interceptors: true, filters: false }; // the dispatcher handles errors
    const target = this.contexts.create(
      instance,
      handler,
      method,
      ROUTE_ARGS_METADATA,
      noRouteParams,
      undefined,
      undefined,
      options,
      'http',
    ) as CompiledCall['invoke'];
    const compiled = { operation, invoke: target };
    this.byName.set(operation.name, compiled);
    if (operation.path !== null) this.byPath.set(operation.path, compiled);
  }

  private requireGuards(): void {
    const present = this.appConfig.getGlobalGuards().map((guard) => guard.constructor.name);
    if (present.join() !== GUARDS.join())
      throw new Error(`the guards must be ${GUARDS.join(', ')}; found ${present.join(', ')}`);
  }
}

/** Its path as Nest gives it to Express. */
function patternOf(controller: object, handler: object): string {
  const paths = [controller, handler].map((each) => Reflect.getMetadata(PATH_METADATA, each) as string);
  return `/${paths.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}

/** Returns the methods of a route: HEAD goes with GET, unless a GET acts. */
function methodsOf(handler: object, { methods }: Operation): string[] {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
  return methods.includes('HEAD') && isGet(handler) ? [method, 'HEAD'] : [method];
}

function isGet(handler: object): boolean {
  return Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
}
