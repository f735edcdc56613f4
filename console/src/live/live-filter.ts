import type { paths } from '../api/schema';
import { firstOf, type Search } from '../search-params';

/** Verdicts that a check is logged with. */
export const VERDICTS = [
  'AUTHORISED',
  'TEST KEY',
  'KEY DISABLED',
  'NOT ACTIVE',
  'EXPIRED',
  'INVALID PRODUCT',
  'NOT AUTHORISED',
  'NOT ENTITLED',
  'UPDATE NOT COVERED',
  'NO SEAT',
  'KEY REPLACED',
  'RELEASED',
] as const;

type LogQuery = NonNullable<paths['/api/logs']['get']['parameters']['query']>;

/** Which checks are wanted, as texts under the names that the API and the address have for them. */
export interface LiveFilter {
  status: string[];
  pass?: string;
  ip?: string;
  key?: string;
  pid?: string;
  uid?: string;
  /** Looks back from this time on; nothing is live then. */
  to?: string;
}

export const FILTER_NAMES = ['status', 'pass', 'ip', 'key', 'pid', 'uid', 'to'] as const;

export function liveFilterOf(search: Search): LiveFilter {
  const text = (name: string) => firstOf(search[name]) || undefined;
  return {
    status: [search['status'] ?? []].flat(),
    pass: text('pass'),
    ip: text('ip'),
    key: text('key'),
    pid: text('pid'),
    uid: text('uid'),
    to: text('to'),
  };
}

/** The same as parameters of the API, which says itself what is wrong with one. */
export function toQuery({ status, ...texts }: LiveFilter): LogQuery {
  return { ...texts, ...(status.length > 0 && { status }) } as LogQuery;
}

/** The address of the stream of these checks. */
export function streamAddress(filter: LiveFilter): string {
  const parameters = new URLSearchParams(filter.status.map((label) => ['status', label]));
  for (const name of ['pass', 'ip', 'key', 'pid', 'uid'] as const) {
    const value = filter[name];
    if (value !== undefined) parameters.append(name, value);
  }
  return `/api/logs/stream?${parameters.toString()}`;
}
