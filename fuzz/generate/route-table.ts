import { placesIn, type Route } from '../surface/routes.js';

interface Entry {
  readonly route: Route;
  readonly pattern: RegExp;
}

/** Finds the route of a method and a path: literal segments take precedence over parameters, as in the server. */
export class RouteTable {
  private readonly entries: readonly Entry[];
  private readonly pages: ReadonlyMap<string, Route>;

  constructor(readonly routes: readonly Route[]) {
    this.entries = [...routes]
      .sort((a, b) => placesIn(a.path).length - placesIn(b.path).length)
      .map((route) => ({ route, pattern: patternOf(route.path) }));
    const isPage = ({ surface, methods }: Route): boolean =>
      (surface === 'page' || surface === 'console') && methods[0] === 'GET';
    this.pages = new Map(routes.filter(isPage).map((route) => [route.path, route]));
  }

  find(method: string, path: string): Route | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    return this.entries.find(({ route, pattern }) => route.methods.includes(wanted) && pattern.test(path))
      ?.route;
  }

  /** The page declared with this path pattern. */
  page(path: string): Route | undefined {
    return this.pages.get(path);
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`);
}
