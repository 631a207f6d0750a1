import type { NextFunction, Request, Response } from 'express';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { exchangeOf } from '../operations/exchange.js';

interface PageRoute {
  /** As a controller writes it: `/admin/clients/:clientId`. */
  readonly pattern: string;
  readonly methods: readonly string[];
}

/** Which methods the paths of Express take, for requests that fit none of its routes (D357). */
export class PageRoutes {
  private readonly routes: PageRoute[] = [];
  private matchers: { readonly path: RegExp; readonly methods: readonly string[] }[] | null = null;

  add(route: PageRoute): void {
    this.routes.push(route);
    this.matchers = null;
  }

  /** Answers OPTIONS, another method and a last slash too many; leaves what is nowhere to the next handler. */
  answer(request: Request, response: Response, next: NextFunction): void {
    const { method, target } = exchangeOf(request);
    const [, path, query] = /^([^?]*)(.*)$/s.exec(target) as unknown as [string, string, string];
    if (path === '*') return void response.status(204).end();
    const methods = this.methodsOf(path);
    const headers = { Allow: methods.join(', ') };
    if (methods.length > 0 && method === 'OPTIONS') return void response.status(204).set(headers).end();
    if (methods.length > 0) {
      const message = `Use ${methods.join(' or ')}.`;
      return next(new CallError(Errors.methodNotAllowed, {}, { message, headers }));
    }
    const without = path.slice(0, -1);
    if (path.endsWith('/') && ['GET', 'HEAD'].includes(method) && this.methodsOf(without).includes(method))
      return response.set('Cache-Control', 'no-store').redirect(308, `${without}${query}`);
    next();
  }

  private methodsOf(path: string): string[] {
    this.matchers ??= this.routes.map(({ pattern, methods }) => ({ path: matcherOf(pattern), methods }));
    const found = this.matchers.filter((each) => each.path.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  }
}

function matcherOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}
