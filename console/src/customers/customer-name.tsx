import { useCustomerName } from './customer-names';

/** A customer as people call her; the uid shows on hover. */
export function CustomerName({ uid }: { uid: string }) {
  const name = useCustomerName(uid);
  return <span title={name === uid ? undefined : uid}>{name}</span>;
}
