import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useCan } from '../session/me';

/** As many as one request may name. */
const MOST = 50;
/** Of a request's address, which servers limit. */
const MOST_CHARACTERS = 6000;

interface Waiting {
  uid: string;
  resolve: (name: string | null) => void;
  reject: (problem: unknown) => void;
}

let waiting: Waiting[] = [];

/** What a customer is called; null without a name. What is asked for in one go is one request. */
function nameOf(uid: string): Promise<string | null> {
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
    const names = new Map(customers.map(({ uid, name }) => [uid, name]));
    for (const { uid, resolve } of some) resolve(names.get(uid) ?? null);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

export const NAMES_KEY = ['customers', 'names'];

const nameQuery = (uid: string) =>
  queryOptions({ queryKey: [...NAMES_KEY, uid], queryFn: () => nameOf(uid), staleTime: 60_000 });

/** What people call a customer, whose uid may not be known yet: the uid, until a name is known, and for people who may not see customers. */
export function useCustomerName(uid: string): string {
  const { data } = useQuery({ ...nameQuery(uid), enabled: useCan('customers:read') && uid !== '' });
  return data ?? uid;
}
