import type { LicenseKeyDto } from '../../api/schema';
import { StepFrame } from '../../explain/step-frame';
import { OnceButton } from '../../form/once-button';
import { Only } from '../../session/only';
import { DAY_MS, dayName, fromNow } from '../../text/times';
import { useNow } from '../../text/use-now';
import { EXPIRY_PRESETS, extendedFrom } from '../expiry-presets';
import { scopesFor, useExtend } from './use-extend';
import { useRenew } from './use-renew';

/** So long before its end somebody should know. */
const SOON_MS = 14 * DAY_MS;
/** Nobody misses a key that wasn't checked for so long. */
const USED_MS = 30 * DAY_MS;
const [MONTH] = EXPIRY_PRESETS;

/** Says that a license key in use is about to expire, or has, and offers a month more. */
export function ExpiresSoon({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const now = useNow();
  const { extend, isPending, error } = useExtend(licenseKey);
  const renewal = useRenew(licenseKey, now);
  const { expiresAt, lastSeen, disabled, status } = licenseKey;
  const isSoon = expiresAt !== undefined && expiresAt - now <= SOON_MS && now - lastSeen <= USED_MS;
  if (!isSoon || disabled || !status) return null;
  const end = MONTH.endFrom(extendedFrom(expiresAt, now));
  return (
    <StepFrame
      isWarning
      title={`The key ${expiresAt > now ? 'expires' : 'expired'} ${fromNow(expiresAt, now)}.`}
      meaning={`Last checked ${fromNow(lastSeen, now)}. ${expiresAt > now ? 'Once it expires,' : 'Now'} its checks are refused with EXPIRED.`}
      error={error ?? renewal.error}
    >
      {renewal.end !== undefined && (
        <Only scopes={scopesFor(expiresAt, renewal.end)}>
          <OnceButton loading={renewal.isPending} title={`To ${dayName(renewal.end, now)}`} onClick={renewal.renew}>
            Renew by {renewal.by}
          </OnceButton>
        </Only>
      )}
      <Only scopes={scopesFor(expiresAt, end)}>
        <OnceButton loading={isPending} title={`To ${dayName(end, now)}`} onClick={() => extend(end)}>
          Extend by a month
        </OnceButton>
      </Only>
    </StepFrame>
  );
}
