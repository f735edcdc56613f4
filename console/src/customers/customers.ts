import { queryOptions } from '@tanstack/react-query';
import { CUSTOMER_FIELDS } from '../../../src/catalog/customers/customer-fields';
import { api, taggedAnswerOf } from '../api/client';
import { ApiProblem } from '../api/problem';
import { recordFields } from '../form/record-fields';

export const CUSTOMER_FORM = recordFields(CUSTOMER_FIELDS);

export const readCustomer = (uid: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/customers/{uid}', { params: { path: { uid } }, signal }));

/** A customer's record; null for a uid that only license keys name. */
export const customerQuery = (uid: string) =>
  queryOptions({
    queryKey: ['customers', 'one', uid],
    queryFn: async ({ signal }) => {
      try {
        return await readCustomer(uid, signal);
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
    refetchOnWindowFocus: 'always',
  });

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** "German" of `de`; a tag that the browser has no name for stays as it is. */
export function languageName(tag: string): string {
  try {
    return LANGUAGES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
