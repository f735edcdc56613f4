import { LICENSE_KEY_FIELDS } from '../../../../src/licensing/license-keys/license-key-fields';
import type { LicenseKeyDto } from '../../api/schema';
import { notify } from '../../page/notify';
import { DAY_MS, dayName } from '../../text/times';
import { useUpdateKey } from './key-query';

const { changedBy, movedByDays } = LICENSE_KEY_FIELDS.expiresAt;

/** Who may extend at all. */
export const EXTENDS = ['keys:write', ...changedBy];

/** Who may set this end: those who may move one only so far may neither move it further nor give one. */
export const scopesFor = (expiresAt: number | undefined, end: number) =>
  expiresAt !== undefined && end > expiresAt && end - expiresAt <= movedByDays * DAY_MS ? EXTENDS : ['keys:write'];

/** Gives a license key another end, and says so. */
export function useExtend(licenseKey: LicenseKeyDto) {
  const { mutate, isPending, error } = useUpdateKey(licenseKey);
  const extend = (expiresAt: number) =>
    mutate({ expiresAt }, { onSuccess: () => notify(`The key expires ${dayName(expiresAt)}.`) });
  return { extend, isPending, error };
}
