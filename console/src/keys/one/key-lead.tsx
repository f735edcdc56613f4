import { Link } from '@tanstack/react-router';
import type { LicenseKeyDto } from '../../api/schema';
import { ProductName } from '../../products/product-name';
import { useCan } from '../../session/me';
import { Time } from '../../text/time';
import { useNow } from '../../text/use-now';
import classes from '../key-screen.module.css';

/** Below the title: whose license key it is, of what, and until when. */
export function KeyLead({ licenseKey: { uuid, product, expiresAt, starts } }: { licenseKey: LicenseKeyDto }) {
  const now = useNow();
  return (
    <span className={classes.lead}>
      <UidLink uid={uuid} />
      <ProductLink pid={product} />
      {expiresAt === undefined ? (
        <span>{starts === 'firstCheck' ? 'its time begins with the first check' : 'never expires'}</span>
      ) : (
        <span>
          {expiresAt > now ? 'expires' : 'expired'} <Time at={expiresAt} as="day" />
        </span>
      )}
    </span>
  );
}

/** The title is the customer's name already. */
function UidLink({ uid }: { uid: string }) {
  const maySee = useCan('customers:read');
  if (!maySee) return <span>{uid}</span>;
  return (
    <Link to="/customers/$uid" params={{ uid }}>
      {uid}
    </Link>
  );
}

/** A product by name, for those who may see products a link. */
export function ProductLink({ pid }: { pid: number }) {
  const maySee = useCan('products:read');
  if (!maySee) return <ProductName pid={pid} />;
  return (
    <Link to="/products/$pid" params={{ pid: String(pid) }}>
      <ProductName pid={pid} />
    </Link>
  );
}
