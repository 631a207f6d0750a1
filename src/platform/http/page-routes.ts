import type { NextFunction, Request, Response } from 'express';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { exchangeOf } from '../operations/exchange.js';

interface PageRoute {
  /** As a controller writes it: `/admin/clients/:clientId`. */
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly keepsOpener: boolean;
}

type Matcher = Omit<PageRoute, 'pattern'> & { readonly path: RegExp };

/** The routes of Express, also for requests that match none of them (D357, D362). */
export class PageRoutes {
  private readonly routes: PageRoute[] = [];
  private matchers: readonly Matcher[] | null = null;

  add(route: PageRoute): void {
    this.routes.push(route);
    this.matchers = null;
  }

  /** Whether any answer there, even an error, keeps a pop-up connected to the page that opened it (D362). */
  keepsOpener(target: string): boolean {
    const path = target.split('?', 1)[0].replace(/\/$/, '');
    return this.all.some((each) => each.keepsOpener && each.path.test(path)); // of each request: few paths are tried
  }

  /** Answers OPTIONS, a wrong method and a trailing slash; passes unknown paths to the next handler. */
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
    const found = this.all.filter((each) => each.path.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  }

  private get all(): readonly Matcher[] {
    this.matchers ??= this.routes.map(({ pattern, ...route }) => ({ ...route, path: matcherOf(pattern) }));
    return this.matchers;
  }
}

function matcherOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}
