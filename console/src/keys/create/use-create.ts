import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { CreateLicenseKeyDto, ProductDto } from '../../api/schema';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { useDraft } from '../../form/draft';
import { useProducts } from '../../products/products';
import { entryOf, type Entry, valueOf } from '../field-input';
import { NEW_FIELDS, type NewField } from '../fields';

/** Those that may be left out. */
export const FURTHER_FIELDS = NEW_FIELDS.filter(({ isNeeded }) => !isNeeded);

/** A new key is active unless that is changed. */
const emptyEntry = (field: NewField) => entryOf(field, field.name === 'status' || undefined);
const EMPTY = {
  uid: '',
  pid: '',
  count: '1',
  entries: Object.fromEntries(FURTHER_FIELDS.map((field) => [field.name, emptyEntry(field)])) as Record<string, Entry>,
};

/** The product that somebody typed, by number or name; the API says what is wrong with any other text. */
function pidTyped(text: string, products: ReadonlyMap<number, ProductDto>): number | string {
  const typed = text.trim();
  const named = [...products.values()].find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return /^\d+$/.test(typed) ? Number(typed) : (named?.id ?? typed);
}

/**
 * The form of new license keys, and the request that it makes.
 * @param whose what it begins with, such as the customer from whose screen one comes
 */
export function useCreate(whose: { uid?: string; pid?: string }) {
  const name = ['new license keys', whose.uid, whose.pid].filter(Boolean).join(' ');
  const [values, setValues, draft] = useDraft(name, { ...EMPTY, uid: whose.uid ?? '', pid: whose.pid ?? '' });
  const { uid, pid, count, entries } = values;
  const put = (changes: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...changes }));
  const { headerFor } = useIdempotencyKey();
  const cache = useQueryClient();
  const products = useProducts();

  const body = {
    uid,
    pid: pidTyped(pid, products),
    ...Object.fromEntries(
      FURTHER_FIELDS.filter((field) => entries[field.name] !== emptyEntry(field)).map((field) => [
        field.name,
        valueOf(field, entries[field.name]),
      ]),
    ),
  } as CreateLicenseKeyDto;
  const isMany = count !== '1';
  const create = useMutation({
    mutationFn: async () => {
      const header = headerFor([body, count]);
      if (isMany)
        return answerOf(api.POST('/api/keys/bulk', { body: { ...body, count: Number(count) }, params: { header } }));
      return [await answerOf(api.POST('/api/keys', { body, params: { header } }))];
    },
    onSuccess: () => {
      draft.forget();
      void cache.invalidateQueries({ queryKey: ['keys', 'of'] });
      return cache.resetQueries({ queryKey: ['keys', 'list'] });
    },
  });
  const request = isMany
    ? { path: '/api/keys/bulk', body: { ...body, count: Number(count) } }
    : { path: '/api/keys', body };
  const setEntry = ({ name }: NewField, entry: Entry) =>
    setValues((before) => ({ ...before, entries: { ...before.entries, [name]: entry } }));
  const setUid = (text: string) => put({ uid: text });
  const setPid = (text: string) => put({ pid: text });
  const setCount = (text: string) => put({ count: text });
  return { uid, setUid, pid, setPid, count, setCount, entries, setEntry, create, request, draft };
}
