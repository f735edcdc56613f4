import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { ApiKeyDto, FindingDto, KeyCountsDto, RefusalsDto, SigningStatusDto } from '../api/schema';
import { stateOf } from '../api-keys/api-keys';
import { nameOfProduct, useProducts } from '../products/products';
import { useCan } from '../session/me';
import { endingOf, signingQuery } from '../signing/signing';
import { counted, grouped } from '../text/numbers';
import { DAY_MS, dayName, fromNow } from '../text/times';
import { useHour } from './use-hour';
import { useRefusals } from './use-refusals';

/** Something that needs somebody, and where that is done. */
interface Need {
  id: string;
  /** `bad`: somebody is refused, or soon; `warn`: somebody will be. */
  tone: 'bad' | 'warn';
  title: string;
  says: string;
  action: string;
  to: string;
  search?: Record<string, string>;
}

const SELDOM_MS = 5 * 60_000;
const MOST_PRODUCTS = 3;

/** What needs somebody now, of what they may see; the most pressing first. */
export function useAttention(): Need[] {
  const isAdmin = useCan('admin');
  const products = useProducts();
  const since = useHour() - 7 * DAY_MS;
  const refusals = useRefusals({ from: since });
  const keys = useKeyCounts();
  const doctor = useQuery({
    queryKey: ['doctor', 'findings'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/doctor', { signal })),
    refetchInterval: SELDOM_MS,
    enabled: isAdmin,
  });
  const apiKeys = useQuery({
    queryKey: ['api-keys', 'ending'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/api-keys', { params: { query: { limit: 500 } }, signal })),
    refetchInterval: SELDOM_MS,
    enabled: isAdmin,
  });
  const signing = useQuery({ ...signingQuery, enabled: useCan('signing:write') });
  return [
    ...ofDoctor(doctor.data?.findings),
    ...ofExpired(refusals.data, (pid) => nameOfProduct(products, pid)),
    ...ofSigning(signing.data),
    ...ofApiKeys(apiKeys.data),
    ...ofExpiring(keys.data, keys.dataUpdatedAt),
  ].toSorted((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));
}

/** How many keys end soon. */
export const useKeyCounts = () =>
  useQuery({
    queryKey: ['stats', 'keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/keys', { signal })),
    staleTime: 60_000,
    enabled: useCan('keys:read'),
  });

export const endingWithin = (days: number, now: number) => ({
  expiresAfter: String(now),
  expiresBefore: String(now + days * DAY_MS),
});

function ofDoctor(findings: readonly FindingDto[] = []): Need[] {
  const failed = findings.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [];
  const [{ check, message }] = failed;
  const title =
    failed.length === 1 ? `The doctor found a problem: ${check}` : `The doctor found ${failed.length} problems`;
  return [{ id: 'doctor', tone: 'bad', title, says: message, action: 'Open the doctor', to: '/doctor' }];
}

/** Keys that ended while they are still used. */
function ofExpired(refusals: RefusalsDto | undefined, nameOf: (pid: number) => string): Need[] {
  const expired = refusals?.reasons.find(({ status }) => status === 'EXPIRED');
  return (expired?.products ?? []).slice(0, MOST_PRODUCTS).map(({ pid, keys, customers, count }): Need => {
    const name = nameOf(pid);
    return {
      id: `expired ${pid}`,
      tone: 'bad',
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${counted(keys, 'expired key')} still in use`,
      says: `${counted(customers, 'customer')} ${customers === 1 ? 'is' : 'are'} refused: ${counted(count, 'check')} in the last 7 days.`,
      action: 'Show the checks',
      to: '/live',
      search: { status: 'EXPIRED', pid: String(pid) },
    };
  });
}

function ofSigning(status: SigningStatusDto | undefined): Need[] {
  const ending = status?.exp === undefined ? undefined : endingOf(status.exp);
  if (ending === undefined || status?.exp === undefined) return [];
  return [
    {
      id: 'signing',
      tone: ending === 'ended' ? 'bad' : 'warn',
      title: ending === 'ended' ? 'The key set has expired' : `The key set expires ${fromNow(1000 * status.exp)}`,
      says: 'Programs trust no signed answer after its expiry. Rotate the signing key to make the next set.',
      action: 'Go to signing',
      to: '/signing',
    },
  ];
}

function ofApiKeys(apiKeys: readonly ApiKeyDto[] = []): Need[] {
  const ending = apiKeys.filter((apiKey) => stateOf(apiKey).word === 'Expires soon');
  if (ending.length === 0) return [];
  const [first] = ending.toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
  return [
    {
      id: 'api-keys',
      tone: 'warn',
      title: ending.length === 1 ? `The API key “${first.name}” expires soon` : `${ending.length} API keys expire soon`,
      says: `“${first.name}” expires on ${dayName(first.expiresAt ?? 0)}; programs that use it are refused from then on.`,
      action: 'Show API keys',
      to: '/api-keys',
    },
  ];
}

function ofExpiring(data: KeyCountsDto | undefined, now: number): Need[] {
  const soon = data?.expiring[0];
  if (soon === undefined || soon.count === 0) return [];
  const { count, days } = soon;
  const many = `${grouped(count)}${count >= data!.most ? ' or more' : ''}`;
  return [
    {
      id: 'expiring',
      tone: 'warn',
      title: `${many} ${count === 1 ? 'key expires' : 'keys expire'} in the next ${days} days`,
      says: 'Expired keys are refused.',
      action: 'Show keys',
      to: '/keys',
      search: endingWithin(days, now),
    },
  ];
}
