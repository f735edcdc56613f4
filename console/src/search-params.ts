import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Record<string, string | string[] | undefined>;

/** Plain search parameters: texts, and lists where a name is repeated. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) parameters.append(name, String(each));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

type ChangeSearch = (changes: Search, how?: { replace?: boolean }) => void;

/** The search parameters of the address, and a way to change some of them; undefined takes one out. */
export function useSearchParams(): [Search, ChangeSearch] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (changes, { replace = true } = {}) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}

/** The first value of a parameter. */
export const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
