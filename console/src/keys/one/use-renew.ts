import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addDuration, parseDuration } from '../../../../src/platform/calendar/duration';
import { answerOf, api } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { notify } from '../../page/notify';
import { durationInWords } from '../../plans/plan-words';
import { usePlanOf } from '../../plans/use-planned';
import { dayName } from '../../text/times';
import { refreshKeys } from './key-query';

/**
 * The renewal of a license key by the duration of its plan, as the service would count it from now.
 * @returns no `by` and `end` for a key whose plan has no duration, or which has no end to renew
 */
export function useRenew(licenseKey: Pick<LicenseKeyDto, 'id' | 'product' | 'plan' | 'expiresAt'>, now: number) {
  const { id, expiresAt } = licenseKey;
  const duration = usePlanOf(licenseKey)?.duration;
  const parsed = duration === undefined ? undefined : parseDuration(duration);
  const end = parsed && expiresAt !== undefined ? addDuration(Math.max(expiresAt, now), parsed) : undefined;
  const cache = useQueryClient();
  const { headerFor } = useIdempotencyKey();
  const { mutate, isPending, error } = useMutation({
    // From the end that is shown: asked twice for the same one, it renews once.
    mutationFn: () => {
      const params = { path: { id: String(id) }, header: headerFor({ id, expiresAt }) };
      return answerOf(api.POST('/api/keys/{id}/renew', { params, body: {} })) as Promise<LicenseKeyDto>;
    },
    onSuccess: async ({ expiresAt: renewed }) => {
      notify(`The key was renewed: it expires ${dayName(renewed!)}.`);
      await refreshKeys(cache);
    },
  });
  return {
    by: end === undefined ? undefined : durationInWords(duration!),
    end,
    renew: () => mutate(),
    isPending,
    error,
  };
}
