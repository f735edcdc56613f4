import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import { problemOf } from '../api/problem';
import type { LicenseKeyDto, LoggedCheckDto } from '../api/schema';
import { watchChecks } from '../live/stream';
import { meQuery, useCan } from '../session/me';

/** What the checks of this page tell of themselves, and those of the command that it shows. */
const HERE = 'tried in the console';
export const TERMINAL = 'curl';

export const FIRST_DEVICE = { device: 'my-first-device', deviceName: 'My first device' };

/** A check that this page made. */
export interface OwnCheck {
  at: number;
  milliseconds: number;
  status: string;
  /** The verdict's sentence. */
  says: string;
  deviceName: string;
  /** The product it asked for, where that is another than the key's. */
  otherPid?: number;
  seats?: { of: number; taken: number };
}

interface Question {
  licenseKey: LicenseKeyDto;
  pid: number;
  device: string;
  deviceName: string;
}

/** Asks as a program does; a refusal is an answer too. */
export async function check({ licenseKey, pid, device, deviceName }: Question): Promise<OwnCheck> {
  const start = performance.now();
  const body = { id: licenseKey.key, pid, device, deviceName, info: HERE };
  const { data, error, response } = await api.POST('/api/check', { body });
  const verdict: unknown = data ?? error;
  if (!isVerdict(verdict)) throw problemOf(response, verdict);
  return {
    at: Date.now(),
    milliseconds: Math.max(1, Math.round(performance.now() - start)),
    status: verdict.status,
    says: verdict.details,
    deviceName,
    ...(pid !== licenseKey.product && { otherPid: pid }),
    seats: verdict.seats,
  };
}

interface Judged {
  status: string;
  details: string;
  seats?: { of: number; taken: number };
}

const isVerdict = (answer: unknown): answer is Judged =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'pass' in answer;

export const release = (licenseKey: LicenseKeyDto, device: string) =>
  answerOf(api.POST('/api/check/release', { body: { id: licenseKey.key, device } }));

/** Checks of a product that this page didn't make, newest first: those that were there, and each as it happens. */
export function useOtherChecks(pid: number | undefined): readonly LoggedCheckDto[] {
  const mayWatch = useCan('logs:read');
  const cache = useQueryClient();
  const isWatched = mayWatch && pid !== undefined;
  const [arrived, setArrived] = useState<readonly LoggedCheckDto[]>([]);
  const { data = [] } = useQuery({
    queryKey: ['logs', 'of the first product', pid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/logs', { params: { query: { pid, limit: 50 } }, signal })),
    enabled: isWatched,
  });
  const take = useEffectEvent((checks: readonly LoggedCheckDto[]) =>
    setArrived((before) => [...checks.toSorted((a, b) => b.id - a.id), ...before].slice(0, 50)),
  );
  // After a restart the service may let programs ask with their license keys.
  const askAgain = useEffectEvent(() => {
    void cache.invalidateQueries({ queryKey: meQuery.queryKey });
    void cache.invalidateQueries({ queryKey: ['logs', 'of the first product'] });
  });
  useEffect(() => {
    if (!isWatched) return undefined;
    return watchChecks(`/api/logs/stream?pid=${pid}`, {
      onState: () => undefined,
      onChecks: take,
      onBreak: () => undefined,
      onReturn: askAgain,
    });
  }, [isWatched, pid]);
  const known = new Set(arrived.map(({ id }) => id));
  return [...arrived, ...data.filter(({ id }) => !known.has(id))].filter(
    ({ details, status }) => details !== HERE && status !== 'RELEASED',
  );
}
