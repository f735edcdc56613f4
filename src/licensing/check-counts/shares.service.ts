import { Injectable } from '@nestjs/common';
import { ReleasesRepository } from '../../catalog/releases/releases.repository';
import { badRequest } from '../../platform/errors/errors';
import { RANGE_RULE } from '../../platform/time-ranges/counted-range';
import { DAY_MS } from '../../platform/time-ranges/spans';
import { versionOrder } from '../../platform/versions/version-order';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { type ChecksOfProduct, checksByVersion } from '../license-logs/license-log-counts';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import type { FindSharesDto, SharesDto } from './dto/shares.dto';

const USUAL_MS = 7 * DAY_MS;
/** Most logs per answer, from the newest back. */
const MOST_LOGS = 250_000;
const MOST_VERSIONS = 50;

/** A product's checks by plan and version. Computed from logs, so that checks write nothing for it. */
@Injectable()
export class SharesService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly releases: ReleasesRepository,
  ) {}

  /** @param isLate whether the client has given up @throws {ApiError} 400 if the time is empty */
  async find(
    { pid, to = Date.now(), from = Math.max(0, to - USUAL_MS) }: FindSharesDto,
    isLate: () => boolean,
  ): Promise<SharesDto> {
    if (from >= to) throw badRequest(RANGE_RULE);
    const [plans, versions] = [new Tally(), new Tally()];
    const since = await this.sumUp(pid, from, to, isLate, ([keyId, plan, version, checks, refused]) => {
      plans.add(plan ?? undefined, keyId, checks, refused);
      versions.add(version ?? undefined, keyId, checks, refused, version === null ? undefined : versionOrder(version));
    });
    const most = versions.shares.slice(0, MOST_VERSIONS);
    const registered = await this.releases.findVersions(
      pid,
      most.flatMap(({ order }) => order ?? []),
    );
    return {
      from,
      to,
      since,
      checks: plans.shares.reduce((sum, { checks }) => sum + checks, 0),
      plans: plans.shares.map(({ name, ...share }) => ({ plan: name, ...countsOf(share) })),
      versions: most.map(({ name, order, ...share }) => ({
        version: registered.get(order ?? '') ?? name,
        ...countsOf(share),
      })),
    };
  }

  /** @returns since when logs were included */
  private async sumUp(
    pid: number,
    from: number,
    to: number,
    isLate: () => boolean,
    add: (row: ChecksOfProduct) => void,
  ): Promise<number> {
    const counting = checksByVersion(pid, (column, keyId) => this.licenseKeys.valueOf(column, keyId));
    let looked = 0;
    for await (const { rows, next, size } of this.logs.countBack(counting, from, to)) {
      (rows as readonly ChecksOfProduct[]).forEach(add);
      looked += size;
      if (next !== undefined && (looked >= MOST_LOGS || isLate()))
        return Math.max(from, (await this.logs.findTimeBehind(next)) ?? from);
    }
    return from;
  }
}

interface Share {
  /** Undefined for checks without one. */
  readonly name: string | undefined;
  /** Names with the same order are the same. */
  readonly order: string | undefined;
  readonly keys: Set<number>;
  checks: number;
  refused: number;
}

class Tally {
  private readonly byName = new Map<string | undefined, Share>();

  add(name: string | undefined, keyId: number, checks: number, refused: number, order = name): void {
    const share = this.byName.get(order) ?? { name, order, keys: new Set(), checks: 0, refused: 0 };
    this.byName.set(order, share);
    share.keys.add(keyId);
    share.checks += checks;
    share.refused += refused;
  }

  /** Most checks first. */
  get shares(): Share[] {
    return [...this.byName.values()].toSorted((a, b) => b.checks - a.checks || compare(a.order ?? '', b.order ?? ''));
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const countsOf = ({ checks, refused, keys }: Pick<Share, 'checks' | 'refused' | 'keys'>) => ({
  checks,
  refused,
  keys: keys.size,
});
