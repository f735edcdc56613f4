import type { Request } from 'express';
import { hasScope } from '../../access/api-keys/caller';

/** Whether the caller may see license keys, not just record ids. Later answers can differ: scopes change. */
export function seesLicenseKeys({ caller }: Request): boolean {
  return caller !== undefined && hasScope(caller, 'keys:read');
}
