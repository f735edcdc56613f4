import { licenseKey, linkName } from '../databases/seed';

/** One request of a load; the API key and the content type go with each. */
export interface RequestLine {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Each `UNIQUE` in it becomes another text with each request. */
  readonly body?: string;
  /** Instead of none. */
  readonly userAgent?: string;
  /** For `send` only. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** In a body: what no other request of the load has in its place. autocannon gave it its form. */
const UNIQUE = '[<id>]';

/** Ids from 1 to `total` in a scattered order, evenly spread: `count` of them. */
function spreadIds(count: number, total: number): number[] {
  const step = total / count;
  const ids = Array.from({ length: count }, (_, index) => 1 + Math.floor(index * step));
  // Neighbours in the order of requests must not be neighbours on disk.
  const stride = 7919;
  return ids.map((_, index) => ids[(index * stride) % ids.length]);
}

export function checksOf(count: number, total = count): RequestLine[] {
  return spreadIds(count, total).map((n) => ({
    method: 'POST',
    path: '/api/check',
    body: JSON.stringify({ id: licenseKey(n) }),
  }));
}

/** Creations of license keys, for as many customers. */
export function creationsOf(count: number): RequestLine[] {
  return spreadIds(count, count).map((n) => ({
    method: 'POST',
    path: '/api/keys',
    body: JSON.stringify({ uid: `customer-${n}`, pid: 6 }),
  }));
}

/** Changes of license keys, each of which changes something. */
export function changesOf(count: number): RequestLine[] {
  const ids = spreadIds(count, count);
  return ['Called', 'Called again'].flatMap((note) =>
    ids.map((n) => ({ method: 'PUT', path: `/api/keys/${n}`, body: JSON.stringify({ note }) }) as const),
  );
}

/** Uses of license keys, each of which counts. */
export function usesOf(ids: readonly string[]): RequestLine[] {
  return ids.map((id) => ({
    method: 'POST',
    path: '/api/uses',
    body: JSON.stringify({ id, meter: 'exports', useId: UNIQUE }),
  }));
}

export function redirectsOf(count: number): RequestLine[] {
  return spreadIds(count, count).map((n) => ({ method: 'GET', path: `/${linkName(n)}` }));
}

export function keyReadsOf(count: number): RequestLine[] {
  return spreadIds(count, count).map((n) => ({ method: 'GET', path: `/api/keys/${n}` }));
}
