import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { operationOf } from '../../../platform/operations/operation.js';

const HOME = '/admin';

/** The addresses of the console's pages, to which somebody is sent on after signing in: never another site's. */
@Injectable()
export class ConsolePaths {
  private found: readonly RegExp[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /**
   * @param asked a path with its query, as somebody sent it
   * @returns it, if it is a page; else the page that it lies below: a form's own address has often none
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

/** `admin/clients/:clientId/` fits `/admin/clients/shop`. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  return new RegExp(`^/${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part)).join('/')}$`);
}
