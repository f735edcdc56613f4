import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { CustomerDto } from '../api/schema';
import { useCan } from '../session/me';

/** As many as one request may name. */
const MOST = 50;
/** Of a request's address, which servers limit. */
const MOST_CHARACTERS = 6000;

interface Waiting {
  uid: string;
  resolve: (customer: CustomerDto | null) => void;
  reject: (problem: unknown) => void;
}

let waiting: Waiting[] = [];

/** A customer's record; null without one. What is asked for in one go is one request. */
function recordOf(uid: string): Promise<CustomerDto | null> {
  return new Promise((resolve, reject) => {
    waiting.push({ uid, resolve, reject });
    if (waiting.length === 1) setTimeout(askForAll);
  });
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let first = 0; first < all.length;) {
    let end = first;
    for (let length = 0; end < all.length && end - first < MOST && length <= MOST_CHARACTERS; end++)
      length += encodeURIComponent(all[end].uid).length;
    void ask(all.slice(first, end));
    first = end;
  }
}

async function ask(some: readonly Waiting[]): Promise<void> {
  try {
    const query = { uid: some.map(({ uid }) => uid), limit: MOST };
    const customers = await answerOf(api.GET('/api/customers', { params: { query } }));
    const records = new Map(customers.map((customer) => [customer.uid, customer]));
    for (const { uid, resolve } of some) resolve(records.get(uid) ?? null);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

export const NAMES_KEY = ['customers', 'names'];

/** A customer's record, as one of many that are asked for together. */
export const namedCustomerQuery = (uid: string) =>
  queryOptions({ queryKey: [...NAMES_KEY, uid], queryFn: () => recordOf(uid), staleTime: 60_000 });

/** What people call a customer, whose uid may not be known yet: the uid, until a name is known, and for people who may not see customers. */
export function useCustomerName(uid: string): string {
  const { data } = useQuery({ ...namedCustomerQuery(uid), enabled: useCan('customers:read') && uid !== '' });
  return data?.name ?? uid;
}
