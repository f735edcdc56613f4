import { Injectable } from '@nestjs/common';
import { Readers } from '../../platform/database/reader';
import { badRequest } from '../../platform/errors/errors';
import { RANGE_RULE } from '../../platform/time-ranges/counted-range';
import { DAY_MS } from '../../platform/time-ranges/spans';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { type RefusalsOfKey, refusalsByKey } from '../license-logs/license-log-counts';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { REFUSALS, type Refusal } from '../license-logs/verdict-labels';
import type { FindRefusalsDto, RefusalReasonDto, RefusalsDto, RefusedProductDto } from './dto/refusals.dto';

const USUAL_MS = 28 * DAY_MS;
/** Most logs per answer, from the newest back: it takes up to a second, and keys are read too. */
const MOST_LOGS = 250_000;
const MOST_KEYS = 5000;
const MOST_CUSTOMERS = 3;
const MOST_PRODUCTS = 10;

type RefusedKey = Readonly<Pick<LicenseKey, 'uuid' | 'product'>>;

/** Which license keys were refused, and why. */
@Injectable()
export class RefusalsService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly readers: Readers,
  ) {}

  /** @throws {ApiError} 400 if the time is empty */
  async find({ to = Date.now(), from = Math.max(0, to - USUAL_MS), pid }: FindRefusalsDto, isLate: () => boolean) {
    if (from >= to) throw badRequest(RANGE_RULE);
    const sums = new Map<number, Map<Refusal, number>>();
    const since = await this.sumUp(sums, from, to, isLate);
    const keys = await this.licenseKeys.findByIds([...sums.keys()], this.readers.pages);
    const wanted = keys.filter(({ product }) => pid === undefined || pid === product);
    const answer: RefusalsDto = { from, to, since, reasons: reasonsOf(wanted, sums) };
    return answer;
  }

  /** @returns since when logs were included */
  private async sumUp(
    sums: Map<number, Map<Refusal, number>>,
    from: number,
    to: number,
    isLate: () => boolean,
  ): Promise<number> {
    let looked = 0;
    for await (const { rows, next, size } of this.logs.countBack(refusalsByKey, from, to)) {
      for (const row of rows as readonly RefusalsOfKey[]) add(sums, row);
      looked += size;
      if (next !== undefined && (looked >= MOST_LOGS || sums.size >= MOST_KEYS || isLate())) {
        return Math.max(from, (await this.logs.findTimeBehind(next)) ?? from);
      }
    }
    return from;
  }
}

function add(sums: Map<number, Map<Refusal, number>>, [keyId, status, count]: RefusalsOfKey): void {
  const ofKey = sums.get(keyId) ?? new Map<Refusal, number>();
  sums.set(keyId, ofKey.set(status as Refusal, (ofKey.get(status as Refusal) ?? 0) + count));
}

function reasonsOf(
  keys: readonly (RefusedKey & { id: number })[],
  sums: ReadonlyMap<number, ReadonlyMap<Refusal, number>>,
): RefusalReasonDto[] {
  return REFUSALS.map((status) => {
    const counted = keys.flatMap((key) => {
      const count = sums.get(key.id)?.get(status) ?? 0;
      return count > 0 ? [{ key, count }] : [];
    });
    return { status, ...totalsOf(counted), most: customersOf(counted), products: productsOf(counted) };
  })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

interface Counted {
  readonly key: RefusedKey;
  readonly count: number;
}

const totalsOf = (counted: readonly Counted[]) => ({
  count: counted.reduce((sum, { count }) => sum + count, 0),
  keys: counted.length,
  customers: new Set(counted.map(({ key }) => key.uuid)).size,
});

function customersOf(counted: readonly Counted[]): RefusalReasonDto['most'] {
  const sums = new Map<string, number>();
  for (const { key, count } of counted) sums.set(key.uuid, (sums.get(key.uuid) ?? 0) + count);
  return [...sums]
    .map(([uid, count]) => ({ uid, count }))
    .toSorted((a, b) => b.count - a.count || (a.uid < b.uid ? -1 : 1))
    .slice(0, MOST_CUSTOMERS);
}

function productsOf(counted: readonly Counted[]): RefusedProductDto[] {
  const products = new Map<number, Counted[]>();
  for (const one of counted) {
    const ofProduct = products.get(one.key.product);
    if (ofProduct) ofProduct.push(one);
    else products.set(one.key.product, [one]);
  }
  return [...products]
    .map(([pid, ofProduct]) => ({ pid, ...totalsOf(ofProduct) }))
    .toSorted((a, b) => b.count - a.count || a.pid - b.pid)
    .slice(0, MOST_PRODUCTS);
}
