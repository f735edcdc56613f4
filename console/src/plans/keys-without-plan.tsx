import { Link } from '@tanstack/react-router';
import { useKeysOf } from '../keys/keys-panel';
import { counted } from '../text/numbers';

/** Leads to the keys of a product that are on none of its plans, if there are any. */
export function KeysWithoutPlan({ pid }: { pid: number }) {
  const { rows, hasMore } = useKeysOf({ pid, hasPlan: false });
  if (rows.length === 0) return null;
  const isOne = rows.length === 1 && !hasMore;
  return (
    <p className="quiet">
      {hasMore ? 'More than ' : ''}
      {counted(rows.length, 'key')} of this product {isOne ? 'is' : 'are'} on no plan, with terms of{' '}
      {isOne ? 'its' : 'their'} own.{' '}
      <Link to="/keys" search={{ pid: String(pid), hasPlan: 'false' }}>
        Keys on no plan
      </Link>
    </p>
  );
}
