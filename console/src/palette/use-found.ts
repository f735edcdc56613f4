import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { api, type Page, pageOf } from '../api/client';
import type { CustomerDto, LinkDto, PlanDto, ProductReleaseDto } from '../api/schema';
import { useCan } from '../session/me';
import { filledPage } from '../table/filled-page';
import { completed, type FoundKey } from './found-keys';
import { termsOf } from './matching';

const PAUSE_MS = 60;
/** What takes longer appears when it comes; everything else appears at once, so that nothing jumps. */
const PATIENCE_MS = 180;
const LONGEST_TEXT = 200;
const LIMIT = 20;

/** Only a range is asked for as one: an address is a word. */
const RANGE = /^[0-9a-f.:]+\/\d{1,3}$/i;

/** What was found by a text. */
export interface Found {
  readonly q: string;
  readonly customers?: Page<CustomerDto>;
  readonly keys?: Page<FoundKey>;
  readonly links?: Page<LinkDto>;
  readonly plans?: Page<PlanDto>;
  readonly releases?: Page<ProductReleaseDto>;
  /** How long the slowest answer took. */
  readonly ms?: number;
}

const NOTHING: Found = { q: '' };

interface Timed<T> {
  readonly page: Page<T>;
  readonly ms: number;
}

async function timed<T>(find: () => Promise<Page<T>>): Promise<Timed<T>> {
  const start = performance.now();
  const page = await find();
  return { page, ms: performance.now() - start };
}

const findCustomers = (q: string, signal: AbortSignal) =>
  filledPage((cursor) =>
    pageOf(api.GET('/api/customers', { params: { query: { q, order: 'name', limit: LIMIT, ...cursor } }, signal })),
  );

async function findKeys(q: string, signal: AbortSignal, seesCustomers: boolean, cache: QueryClient) {
  const query = { ...(RANGE.test(q) ? { ip: q } : { q }), order: 'newest' as const, limit: LIMIT };
  const { items, next } = await filledPage((cursor) =>
    pageOf(api.GET('/api/keys', { params: { query: { ...query, ...cursor } }, signal })),
  );
  return { items: await completed(items, { q, terms: termsOf(q), seesCustomers }, cache), next };
}

const findLinks = (q: string, signal: AbortSignal) =>
  filledPage((cursor) =>
    pageOf(api.GET('/api/links', { params: { query: { q, order: 'visits', limit: LIMIT, ...cursor } }, signal })),
  );

const findPlans = (q: string, signal: AbortSignal) =>
  filledPage((cursor) => pageOf(api.GET('/api/plans', { params: { query: { q, limit: LIMIT, ...cursor } }, signal })));

const findReleases = (q: string, signal: AbortSignal) =>
  filledPage((cursor) =>
    pageOf(api.GET('/api/releases', { params: { query: { q, limit: LIMIT, ...cursor } }, signal })),
  );

/** An answer that is no longer waited for is given up. */
const KEPT = { staleTime: 5000, gcTime: 30_000, retry: false } as const;

/** Asks for all that a person may see and a text may find; an empty text finds nothing. */
function useAnswers(q: string) {
  const [seesCustomers, seesKeys, seesLinks] = [useCan('customers:read'), useCan('keys:read'), useCan('links:read')];
  const seesPlans = useCan('plans:read');
  const cache = useQueryClient();
  const finding = <T>(name: string, isSeen: boolean, find: (signal: AbortSignal) => Promise<Page<T>>) => ({
    queryKey: ['found', name, q],
    queryFn: ({ signal }: { signal: AbortSignal }) => timed(() => find(signal)),
    enabled: q !== '' && isSeen,
    ...KEPT,
  });
  return useQueries({
    queries: [
      finding('customers', seesCustomers, (signal) => findCustomers(q, signal)),
      finding('keys', seesKeys, (signal) => findKeys(q, signal, seesCustomers, cache)),
      finding('links', seesLinks, (signal) => findLinks(q, signal)),
      finding('plans', seesPlans, (signal) => findPlans(q, signal)),
      finding('releases', seesPlans, (signal) => findReleases(q, signal)),
    ],
  });
}

/** Everything that words find. What was found before stays until there is something new. */
export function useFound(text: string): { found: Found; isFinding: boolean; error: unknown } {
  const trimmed = text.trim().slice(0, LONGEST_TEXT);
  // The API refuses what has no word.
  const typed = termsOf(trimmed).length === 0 ? '' : trimmed;
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const all = useAnswers(q);
  const [customers, keys, links, plans, releases] = all;
  const isComplete = all.every(({ isLoading }) => !isLoading);
  const isLate = useIsLate(q);
  const [shown, setShown] = useState(NOTHING);
  const now: Found = {
    q,
    customers: customers.data?.page,
    keys: keys.data?.page,
    links: links.data?.page,
    plans: plans.data?.page,
    releases: releases.data?.page,
    ...(isComplete && q !== '' && { ms: Math.max(0, ...all.map(({ data }) => data?.ms ?? 0)) }),
  };
  if ((isComplete || isLate) && !isSame(shown, now)) setShown(now);
  return {
    found: typed === '' ? NOTHING : shown,
    isFinding: q !== typed || !isComplete,
    error: all.find(({ error }) => error)?.error,
  };
}

const SHOWN = ['q', 'customers', 'keys', 'links', 'plans', 'releases', 'ms'] as const;

const isSame = (a: Found, b: Found) => SHOWN.every((name) => a[name] === b[name]);

/** Whether a text has been asked for so long that what is there should be shown. */
function useIsLate(q: string): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(q), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  return late === q;
}
