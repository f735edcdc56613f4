import createClient from 'openapi-fetch';
import type { paths } from './schema';
import { ApiProblem, problemOf } from './problem';

/** The API of the service that the console came from. The session's cookie goes along by itself. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  // Repeated parameters, as the API reads them.
  querySerializer: { array: { style: 'form', explode: true } },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** A page of a list, and the parameters that lead to the next while there may be one. */
export interface Page<T> {
  items: T[];
  next?: Record<string, string>;
}

async function settled<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError) throw new ApiProblem('The service can’t be reached.', 0);
    throw error;
  }
}

/** What the API answers; its refusals are thrown as `ApiProblem`. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await settled(call);
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

/** A record, and the ETag that stands for it as it was read. */
export type Tagged<T> = T & { etag?: string };

/** As `answerOf`, for what is going to be changed. */
export async function taggedAnswerOf<T extends object>(call: Promise<Answer<T>>): Promise<Tagged<T>> {
  const answer = await answerOf(call);
  const etag = (await call).response.headers.get('etag');
  return etag === null ? answer : { ...answer, etag: asGiven(etag) };
}

/** Proxies that compress answers change tags, which then match nothing: nginx makes them weak, Apache appends to them. */
const asGiven = (etag: string): string => etag.replace(/^W\//, '').replace(/-gzip"$/, '"');

/** Makes a change depend on nobody having changed the record since it was read. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** One page of a list, with the way to the next one as its `Link` header says. */
export async function pageOf<T>(call: Promise<Answer<T[]>>): Promise<Page<T>> {
  const { data, error, response } = await settled(call);
  if (!response.ok) throw problemOf(response, error);
  return { items: data ?? [], next: nextOf(response) };
}

/** A list that is short enough to be read whole. @param page reads one from a cursor on */
export async function wholeList<T>(page: (cursor: Record<string, string>) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: Page<T>['next'] = {}; cursor !== undefined;) {
    const { items, next } = await page(cursor);
    all.push(...items);
    cursor = next;
  }
  return all;
}

/** The parameters of the page that a `Link: <…>; rel="next"` header leads to. */
function nextOf({ headers }: Response): Record<string, string> | undefined {
  const target = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return target === undefined ? undefined : Object.fromEntries(new URL(target, location.origin).searchParams);
}

/** For what isn't JSON (files, rows of NDJSON): the raw answer; refusals are thrown as `ApiProblem`. */
export async function rawAnswer(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (error instanceof TypeError) throw new ApiProblem('The service can’t be reached.', 0);
    throw error;
  });
  if (response.ok) return response;
  throw problemOf(response, await response.json().catch(() => undefined));
}
