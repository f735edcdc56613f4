/** What a route says of itself; `route-decorators.ts` has a decorator for each. */
export type Mark = 'form' | 'upload' | 'hot' | 'probe';

/** One thing that the service answers. */
export interface Route {
  /** In upper case; `GET` answers `HEAD` too. */
  readonly method: string;
  /** As the router knows it, such as `/api/keys/:id`. */
  readonly path: string;
  readonly marks: readonly Mark[];
}

/** Everything that the service answers, by method and path; asked before the router, and by those who never see a request. */
export class Routes {
  private readonly paths: ReadonlyMap<string, RegExp>;

  constructor(readonly all: readonly Route[]) {
    this.paths = patternsByMethod(all, () => true);
  }

  /** The methods that are answered at this path, in the spelling of an `Allow` header; empty for an unknown path. */
  methodsAt(path: string): string[] {
    return [...this.paths.keys()].filter((method) => this.paths.get(method)!.test(path)).toSorted();
  }

  /** Those routes that say this of themselves. */
  marked(mark: Mark): MarkedRoutes {
    return new MarkedRoutes(this.all, mark);
  }

  /** What paths begin with, in lower case. */
  firstSegments(): ReadonlySet<string> {
    return this.wordsAfter('/');
  }

  /** The words, in lower case, that follow this path where something of a client's could stand. */
  wordsAfter(path: string): ReadonlySet<string> {
    const before = segmentsOf(path);
    const words = this.all
      .map((route) => segmentsOf(route.path))
      .filter((segments) => segments.length > before.length && before.every((each, index) => each === segments[index]))
      .map((segments) => segments[before.length]);
    return new Set(words.filter((word) => !isParameter(word)));
  }
}

/** Routes that have a mark in common. */
export class MarkedRoutes {
  private readonly paths: ReadonlyMap<string, RegExp>;
  private readonly methods = new Map<string, ReadonlySet<string>>();

  constructor(routes: readonly Route[], mark: Mark) {
    const isMarked = ({ marks }: Route): boolean => marks.includes(mark);
    this.paths = patternsByMethod(routes, isMarked);
    for (const { path } of routes) {
      const marked = routes.filter((route) => route.path === path && isMarked(route));
      this.methods.set(path, new Set(marked.flatMap(methodsOf)));
    }
  }

  /** Whether a request is for one of these, by what stands in its first line: the router has not seen it yet. */
  match(method: string, url: string): boolean {
    return this.paths.get(method)?.test(url) ?? false;
  }

  /** Whether the route that the router has found is one of these. */
  include(method: string, path: string): boolean {
    return this.methods.get(path)?.has(method) ?? false;
  }
}

/** An expression for each method that finds the addresses of the wanted routes, with or without a query. */
function patternsByMethod(routes: readonly Route[], isWanted: (route: Route) => boolean): ReadonlyMap<string, RegExp> {
  const methods = new Set(routes.filter(isWanted).flatMap(methodsOf));
  return new Map(
    [...methods].map((method) => {
      const candidates = routes.filter((route) => methodsOf(route).includes(method));
      const others = candidates.filter((route) => !isWanted(route));
      const sources = candidates.filter(isWanted).map((route) => exceptFor(others, route) + sourceOf(route.path));
      return [method, new RegExp(`^(?:${sources.join('|')})${END}`, 'i')];
    }),
  );
}

function methodsOf({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** As the router: with or without a slash at the end. */
const END = '/?(?:[?#]|$)';

function sourceOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => `/${patternOf(segment)}`)
    .join('');
}

function patternOf(segment: string): string {
  if (segment.startsWith('*')) return '[^?#]+';
  return isParameter(segment) ? '[^/?#]+' : segment.replaceAll('.', '\\.');
}

/** Where a word stands in the place of a parameter, it is another route's address. */
function exceptFor(others: readonly Route[], { path }: Route): string {
  const segments = segmentsOf(path);
  return others
    .map((other) => segmentsOf(other.path))
    .filter((other) => other.length === segments.length)
    .filter((other) => segments.every((segment, index) => isParameter(segment) || segment === other[index]))
    .filter((other) => other.some((segment, index) => !isParameter(segment) && isParameter(segments[index])))
    .map((other) => `(?!${sourceOf(`/${other.join('/')}`)}${END})`)
    .join('');
}

const SEGMENT = /^[:*]?[\w.~-]+$/;

/** @throws {Error} for a pattern that means more than words, whole parameters and a rest */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  for (const segment of segments) {
    if (!SEGMENT.test(segment)) throw new Error(`The route ${path} has a pattern that nothing but the router reads.`);
  }
  return segments.map((segment) => (isParameter(segment) ? segment : segment.toLowerCase()));
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':') || segment.startsWith('*');
}
