import { useQuery } from '@tanstack/react-query';
import type { LicenseKeyDto, PlanDto } from '../api/schema';
import { useCan } from '../session/me';
import { plansQuery } from './plans';

/** The plan of a license key; undefined without one, until it is read, and for people who may not see it. */
export function usePlanOf({ product, plan }: Pick<LicenseKeyDto, 'product' | 'plan'>): PlanDto | undefined {
  const enabled = useCan('plans:read') && plan !== undefined;
  const { data } = useQuery({ ...plansQuery(product), enabled });
  return data?.find(({ code }) => code === plan);
}

/** A license key with the seats and the lease that count for it: its own, or its plan's. */
export function usePlanned<Key extends LicenseKeyDto>(licenseKey: Key): Key {
  const plan = usePlanOf(licenseKey);
  const { seats = plan?.seats, leaseSeconds = plan?.leaseSeconds } = licenseKey;
  return { ...licenseKey, seats, leaseSeconds };
}
