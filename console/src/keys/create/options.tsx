import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { useProducts } from '../../products/products';
import { useCan } from '../../session/me';

const MOST_OFFERED = 8;
/** So long after the last stroke they are looked for. */
const PAUSE_MS = 150;

/** Customers by any word of their names and addresses, for a field that takes their ids. */
export function CustomerOptions({ id, typed }: { id: string; typed: string }) {
  const q = typed.trim();
  const maySee = useCan('customers:read');
  const { data = [] } = useQuery({
    queryKey: ['customers', 'by words', q],
    queryFn: async ({ signal }) => {
      // Whoever types on is not waiting for it any more.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      return answerOf(api.GET('/api/customers', { params: { query: { q, limit: MOST_OFFERED } }, signal }));
    },
    enabled: maySee && q.length > 1,
    staleTime: 60_000,
  });
  return (
    <datalist id={id}>
      {data.map(({ uid, name, email }) => (
        <option key={uid} value={uid}>
          {[name, email].filter(Boolean).join(', ')}
        </option>
      ))}
    </datalist>
  );
}

/** Products by name, for a field that takes their numbers. */
export function ProductOptions({ id }: { id: string }) {
  const products = useProducts();
  return (
    <datalist id={id}>
      {Array.from(products.values(), ({ id: pid, name }) => (
        <option key={pid} value={pid}>
          {name}
        </option>
      ))}
    </datalist>
  );
}
