import { Link } from '@tanstack/react-router';
import { type LinkPlace, placeOf } from '../links/link-place';
import type { AuditRecord } from './audit-records';

/** Leads to what was changed, where it is still there. */
export function TargetLink({ record }: { record: AuditRecord }) {
  const { targetId, after } = record;
  const targetType: string = record.targetType;
  if (targetType === 'keySet') return <Link to="/signing">Open signing</Link>;
  if (targetType === 'session') return <Link to="/sessions">Open the sessions</Link>;
  if (after === null) return <span className="quiet">It was deleted.</span>;
  if (targetType === 'licenseKey')
    return (
      <Link to="/keys/$id" params={{ id: String(targetId) }}>
        Open the license key
      </Link>
    );
  if (targetType === 'customer')
    return (
      <Link to="/customers/$uid" params={{ uid: String(after['uid']) }}>
        Open the customer
      </Link>
    );
  if (targetType === 'product')
    return (
      <Link to="/products/$pid" params={{ pid: String(targetId) }}>
        Open the product
      </Link>
    );
  if (targetType === 'link')
    return (
      <Link to="/links/$name" params={{ name: placeOf(after as unknown as LinkPlace) }}>
        Open the link
      </Link>
    );
  if (targetType === 'apiKey')
    return (
      <Link to="/api-keys" search={{ id: String(targetId) }}>
        Open the API key
      </Link>
    );
  if (targetType === 'webhook')
    return (
      <Link to="/webhooks/$id" params={{ id: String(targetId) }}>
        Open the webhook
      </Link>
    );
  if (targetType === 'order' || targetType === 'source') return <SalesLink targetType={targetType} id={targetId} />;
  const licenseKeyId = after['licenseKeyId'];
  if (typeof licenseKeyId !== 'number') return null;
  return (
    <Link to="/offline-licenses" search={{ key: String(licenseKeyId) }}>
      Open the offline licenses of its key
    </Link>
  );
}

function SalesLink({ targetType, id }: { targetType: 'order' | 'source'; id: number }) {
  const params = { id: String(id) };
  if (targetType === 'order')
    return (
      <Link to="/sales/orders/$id" params={params}>
        Open the order
      </Link>
    );
  return (
    <Link to="/sales/shops/$id" params={params}>
      Open the shop
    </Link>
  );
}
