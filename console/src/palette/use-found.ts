import { useQueries } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { answerOf, api } from '../api/client';
import type { LicenseKeyDto, LinkDto } from '../api/schema';
import { useCan } from '../session/me';
import type { Entry } from './entry';

const PAUSE_MS = 60;
const EACH = 5;

const keyEntry =
  (why: string) =>
  ({ id, key, uuid }: LicenseKeyDto): Entry => ({
    id: `key-${id}`,
    label: key,
    hint: `${uuid} · ${why}`,
    deed: { to: `/keys/${id}` },
    isCode: true,
  });
const customerEntry = ({ uuid }: LicenseKeyDto): Entry => ({
  id: `customer-${uuid}`,
  label: uuid,
  hint: 'all keys of this customer',
  deed: { to: '/keys', search: { uid: uuid } },
});
const linkEntry = ({ name, url }: LinkDto): Entry => ({
  id: `link-${name}`,
  label: name,
  hint: url,
  deed: { to: '/links', search: { namePrefix: name } },
});

/** Only what could be an address or a range is asked for as one. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)(?:\/\d{1,3})?$/i;
/** What license keys are made of: printable characters without spaces. */
const KEY = /^[\x21-\x7e]{1,191}$/;
const LINK_NAME = /^[A-Za-z0-9\-_.~]{1,128}$/;

interface Source {
  name: string;
  isAsked: boolean;
  find: (signal: AbortSignal) => Promise<Entry[]>;
}

const keysBy = (query: { keyPrefix: string } | { uidPrefix: string } | { ip: string }, signal: AbortSignal) =>
  answerOf(api.GET('/api/keys', { params: { query: { ...query, limit: EACH } }, signal }));

function sourcesOf(text: string, mayReadKeys: boolean, mayReadLinks: boolean): Source[] {
  return [
    {
      name: 'keys',
      isAsked: mayReadKeys && KEY.test(text),
      find: async (signal) => (await keysBy({ keyPrefix: text }, signal)).map(keyEntry('license key')),
    },
    {
      name: 'customers',
      isAsked: mayReadKeys,
      find: async (signal) => {
        const found = await keysBy({ uidPrefix: text }, signal);
        const first = new Map(found.toReversed().map((key) => [key.uuid, key]));
        return [...[...first.values()].toReversed().map(customerEntry), ...found.map(keyEntry('key of this customer'))];
      },
    },
    {
      name: 'addresses',
      isAsked: mayReadKeys && ADDRESS.test(text),
      find: async (signal) => (await keysBy({ ip: text }, signal)).map(keyEntry(`for the address ${text}`)),
    },
    {
      name: 'links',
      isAsked: mayReadLinks && LINK_NAME.test(text),
      find: async (signal) =>
        (await answerOf(api.GET('/api/links', { params: { query: { namePrefix: text, limit: EACH } }, signal }))).map(
          linkEntry,
        ),
    },
  ];
}

/** Keys, customers, addresses and links that begin with a text; each kind appears as its answer comes. */
export function useFound(text: string): { entries: Entry[]; isFinding: boolean; error: unknown } {
  const mayReadKeys = useCan('keys:read');
  const mayReadLinks = useCan('links:read');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const results = useQueries({
    queries: sourcesOf(asked, mayReadKeys, mayReadLinks).map(({ name, isAsked, find }) => ({
      queryKey: ['found', name, asked],
      // An answer that is no longer waited for is given up.
      queryFn: ({ signal }: { signal: AbortSignal }) => find(signal),
      enabled: isAsked && asked !== '',
      staleTime: 5000,
      gcTime: 30_000,
      retry: false,
    })),
  });
  const seen = new Set<string>();
  const entries = results.flatMap(({ data }) => data ?? []).filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)));
  return {
    entries,
    isFinding: asked !== text.trim() || results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error)?.error,
  };
}
