import type { Request } from 'express';

/** Whether a caller may see license keys, and not only their record ids. It may be so no longer once it was asked again. */
export function seesLicenseKeys({ caller }: Request): boolean {
  return caller !== undefined && (caller.scopes.has('keys:read') || caller.scopes.has('admin'));
}
