import type { Request } from 'express';
import { hasScope } from '../../access/api-keys/caller';

/** Whether a caller may see license keys, and not only their record ids. It may be so no longer once it was asked again. */
export function seesLicenseKeys({ caller }: Request): boolean {
  return caller !== undefined && hasScope(caller, 'keys:read');
}
