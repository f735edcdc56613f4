import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';
import type { UsedDeviceDto } from '../api/schema';
import { ProblemAlert } from '../page/problem-alert';
import { customerUsageQuery, keyUsageQuery } from '../usage/use-usage';
import { explainedLog, type ExplainedLog } from './explained-log';
import { StepBox } from './step-box';
import { useMayExplain } from './use-may-explain';

/** So many devices that are refused are looked at: each is a request. */
const LOOKED_AT = 3;

interface NextStepProps {
  keyId: number;
  /** What stands there if nobody is refused. */
  otherwise?: ReactNode;
}

/** What to do next about a license key: the newest refusal that something helps against. */
export function NextStep({ keyId, otherwise = null }: NextStepProps) {
  const isShown = useMayExplain();
  const { data: usage } = useQuery({ ...keyUsageQuery(keyId), enabled: isShown });
  if (!isShown) return otherwise;
  return usage ? <OfRefused devices={usage.devices} otherwise={otherwise} /> : null;
}

/** As `NextStep`, for all license keys of a customer; it names the product. */
export function NextStepForCustomer({ uid }: { uid: string }) {
  const isShown = useMayExplain();
  const { data: usage } = useQuery({ ...customerUsageQuery(uid), enabled: isShown });
  return isShown && usage ? <OfRefused devices={usage.devices} namesProduct /> : null;
}

interface OfRefusedProps {
  devices: readonly UsedDeviceDto[];
  namesProduct?: boolean;
  otherwise?: ReactNode;
}

function OfRefused({ devices, namesProduct, otherwise = null }: OfRefusedProps) {
  const { explained, error, isPending } = useNewestRefusal(devices);
  if (error) return <ProblemAlert error={error} />;
  if (explained) return <StepBox explained={explained} namesProduct={namesProduct} isLinked />;
  return isPending ? null : otherwise;
}

interface NewestRefusal {
  explained?: ExplainedLog;
  error: Error | null;
  isPending: boolean;
}

/** The newest refusal of some devices that something helps against. */
export function useNewestRefusal(devices: readonly UsedDeviceDto[]): NewestRefusal {
  const refused = devices.filter(isRefused).toSorted((a, b) => b.lastRefusedAt! - a.lastRefusedAt!);
  const queries = refused.slice(0, LOOKED_AT).map(({ lastRefusal }) => explainedLog(lastRefusal!));
  const found = useQueries({ queries });
  // An answer that is still under way may be the newer one.
  const first = found.find(
    ({ data, isPending, error }) => isPending || isTold(error) || (data?.nextSteps.length ?? 0) > 0,
  );
  return { explained: first?.data, error: first?.error ?? null, isPending: first?.isPending ?? false };
}

/** No check of it has passed since. */
const isRefused = ({ lastRefusal, lastRefusedAt = 0, lastPassedAt = 0 }: UsedDeviceDto) =>
  lastRefusal !== undefined && lastRefusedAt > lastPassedAt;

/** A log that was deleted meanwhile is no news. */
const isTold = (error: unknown) => error !== null && !(error instanceof ApiProblem && error.status === 404);
