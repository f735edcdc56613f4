import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../text/numbers';
import { planCountsQuery } from './plans';

/** Leads to the keys of a product that are on none of its plans, if there are any. */
export function KeysWithoutPlan({ pid }: { pid: number }) {
  const { data: counts } = useQuery(planCountsQuery(pid));
  if (!counts || counts.without === 0) return null;
  const { without, most } = counts;
  const isOne = without === 1;
  return (
    <p className="quiet">
      {counted(without, 'key')}
      {without === most && ' or more'} of this product {isOne ? 'is' : 'are'} on no plan, with terms of{' '}
      {isOne ? 'its' : 'their'} own.{' '}
      <Link to="/keys" search={{ pid: String(pid), hasPlan: 'false' }}>
        Keys on no plan
      </Link>
    </p>
  );
}
