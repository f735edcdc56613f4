import { useCan } from '../session/me';
import { RowLink } from '../table/row-link';
import { useCustomerName } from './customer-names';

/** Leads to the customer of a license key, who may have no record yet. */
export function CustomerLink({ uid, tabIndex = 0 }: { uid: string; tabIndex?: number }) {
  const maySee = useCan('customers:read');
  const name = useCustomerName(uid);
  if (!maySee) return <>{uid}</>;
  return (
    <RowLink to={`/customers/${encodeURIComponent(uid)}`} tabIndex={tabIndex}>
      {name}
    </RowLink>
  );
}
