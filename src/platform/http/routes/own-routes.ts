import type { Routes } from './routes';

let known: Routes | undefined;

/** Makes known what the service answers, once a process: before it listens, or imports anything. */
export function knowOwnRoutes(routes: Routes): void {
  known = routes;
}

/**
 * What follows from the service's own routes, for those who are handed nothing: rules of fields, and what every request
 * asks. It is worked out when it is first asked for.
 */
export function fromOwnRoutes<T>(derive: (routes: Routes) => T): () => T {
  let last: { readonly routes: Routes; readonly value: T } | undefined;
  return () => {
    if (known === undefined) throw new Error('Nobody has said what the service answers yet: see knowOwnRoutes.');
    if (last?.routes !== known) last = { routes: known, value: derive(known) };
    return last.value;
  };
}

const ownPath = fromOwnRoutes((routes) => new RegExp(`^/${anyOf(routes.firstSegments())}(?:[/?]|$)`, 'i'));

/** Whether a path is one of the service's own, as against those that people follow: links, and what they mistype. */
export const isOwnPath = (path: string): boolean => ownPath().test(path);

/** The source of an expression that matches any of these words of routes. */
export function anyOf(words: Iterable<string>): string {
  const sources = [...words].map((word) => word.replaceAll('.', '\\.'));
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`;
}
