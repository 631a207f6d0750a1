import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { operationOf } from '../../../platform/operations/operation.js';

const HOME = '/admin';

/** The paths of the console's pages: the only places to which signing in may redirect. */
@Injectable()
export class ConsolePaths {
  private found: readonly RegExp[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /**
   * @param asked the path with its query, as sent
   * @returns the path, if it is a page; otherwise the nearest page above it, because forms often post to paths without a page
   */
  pageAt(asked: string): string {
    const [path] = asked.split('?');
    if (this.isPage(path)) return asked;
    for (let above = path; above.startsWith(`${HOME}/`); above = above.slice(0, above.lastIndexOf('/')))
      if (this.isPage(above)) return above;
    return HOME;
  }

  private isPage(path: string): boolean {
    this.found ??= this.discover();
    return this.found.some((page) => page.test(path));
  }

  private discover(): RegExp[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      const base = Reflect.getMetadata(PATH_METADATA, metatype) as string;
      const pages = this.scanner.getAllMethodNames(prototype).filter((name) => isPage(prototype[name]));
      return pages.map((name) =>
        patternOf(`${base}/${Reflect.getMetadata(PATH_METADATA, prototype[name]) as string}`),
      );
    });
  }
}

function isPage(handler: object): boolean {
  const isGet = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return isGet && operationOf(handler)?.administration?.surface === 'console';
}

/** `admin/clients/:clientId/` becomes a pattern that matches `/admin/clients/shop`. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  return new RegExp(`^/${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part)).join('/')}$`);
}
