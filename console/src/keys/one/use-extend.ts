import { LICENSE_KEY_FIELDS } from '../../../../src/licensing/license-keys/license-key-fields';
import { useQueryClient } from '@tanstack/react-query';
import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { notify } from '../../page/notify';
import { DAY_MS, dayName } from '../../text/times';
import { scopesOf } from '../fields';
import { refreshKeys, useUpdateKey } from './key-query';

const { movedByDays } = LICENSE_KEY_FIELDS.expiresAt;

/** Who may extend at all. */
export const EXTENDS = scopesOf('expiresAt');

/** Who may set this end: those who may move one only so far may neither move it further nor give one. */
export const scopesFor = (expiresAt: number | undefined, end: number) =>
  expiresAt !== undefined && end > expiresAt && end - expiresAt <= movedByDays * DAY_MS ? EXTENDS : ['keys:write'];

/** Gives a license key another end, and says so. */
export function useExtend(licenseKey: Tagged<LicenseKeyDto>) {
  const { mutate, isPending, error } = useUpdateKey(licenseKey);
  const cache = useQueryClient();
  // The end was counted from the one that is shown: two people who extend at once would each see a part of it.
  const extend = (expiresAt: number) =>
    mutate(
      { expiresAt, etag: licenseKey.etag },
      {
        onSuccess: () => notify(`The key expires ${dayName(expiresAt)}.`),
        onError: () => void refreshKeys(cache),
      },
    );
  return { extend, isPending, error };
}
