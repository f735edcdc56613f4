import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { KeyFilterDto, LicenseKeyDto } from '../api/schema';

/** Of each way to name a key. */
const MOST = 20;
const KEY = /^[\x21-\x7e]{1,191}$/;
const DIGITS = /^\d+$/;
const WILDCARDS = /[*%]/;

/** The license key of this name or record id. */
export const licenseKeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['offline-licenses', 'key', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys/{id}', { params: { path: { id } }, signal })),
  });

/** License keys that a text may mean: the key, its record id, its beginning, or the beginning of the customer. */
export const foundKeysQuery = (text: string) =>
  queryOptions({
    queryKey: ['offline-licenses', 'find', text],
    queryFn: async ({ signal }) => {
      const beginning = !WILDCARDS.test(text);
      const found = await Promise.all([
        DIGITS.test(text) ? byRecord(Number(text), signal) : [],
        beginning && KEY.test(text) ? list({ keyPrefix: text }, signal) : [],
        beginning ? list({ uidPrefix: text }, signal) : [],
      ]);
      return [...new Map(found.flat().map((key) => [key.id, key])).values()];
    },
  });

const list = (filter: KeyFilterDto, signal: AbortSignal) =>
  answerOf(api.GET('/api/keys', { params: { query: { ...filter, limit: MOST } }, signal }));

/** Asks in a way in which a record that isn't there is no error. */
async function byRecord(id: number, signal: AbortSignal): Promise<LicenseKeyDto[]> {
  if (!Number.isSafeInteger(id) || id < 1) return [];
  const query = { after: id - 1, limit: 1 };
  const [key] = await answerOf(api.GET('/api/keys', { params: { query }, signal }));
  return key?.id === id ? [key] : [];
}
