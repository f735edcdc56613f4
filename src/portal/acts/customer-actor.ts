import type { Request } from 'express';
import type { Actor } from '../../access/audit/actor';
import type { ShownCustomer } from '../../catalog/customers/to-customer-dto';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';

const LONGEST_NAME = 191;

/** The license key's customer, as an actor of the audit. */
export function actorFor({ customers }: CurrentCustomer, { uuid }: LicenseKey, request: Request): Actor {
  return customerActor(
    customers.find(({ uid }) => uid === uuid)!,
    request,
  );
}

/** By the uid, which outlives an erasure, unless it is an email address or too long: then by record id. */
export function customerActor({ id, uid }: ShownCustomer, { clientAddress: address, id: requestId }: Request): Actor {
  const named = `customer ${uid}`;
  const name = uid.includes('@') || named.length > LONGEST_NAME ? `customer ${id}` : named;
  return { apiKeyId: null, name, address, requestId, isCustomer: true };
}
