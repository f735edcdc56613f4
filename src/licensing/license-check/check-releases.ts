import { newestLookUps, type NewestVersion, versionFinder, versionLookUp } from '../../catalog/releases/release-row';
import type { Step } from '../../platform/database/statement-runner';
import { versionOrder } from '../../platform/versions/version-order';
import { updatesUntilOf } from '../license-keys/key-terms';
import type { JudgedKey, JudgedRequest } from './verdict';

/** A check; its request is replaced by one that knows the release. */
interface VersionedCheck {
  readonly key: JudgedKey | undefined;
  request: JudgedRequest;
}

interface Uncovered extends NewestVersion {
  readonly check: VersionedCheck;
  readonly releasedAt: number;
}

/**
 * Reads the registered releases of versions in checks, unless their license keys cover all versions. Other checks have
 * no cost. The newest covered version is only read for a refused one. @param checks with the terms of their license
 * keys
 */
export function readReleases<Result>(
  checks: readonly VersionedCheck[],
  now: number,
  proceed: () => Step<Result>,
): Step<Result> {
  const asked = checks.flatMap((check) => {
    const { key, request } = check;
    const until = key && request.version !== undefined ? updatesUntilOf(key, now) : null;
    return until === null ? [] : [{ check, until, product: key!.product, order: versionOrder(request.version!)! }];
  });
  if (asked.length === 0) return proceed();
  return {
    reads: [versionLookUp(asked)],
    proceed: ([rows]) => {
      const find = versionFinder(rows);
      const uncovered: Uncovered[] = [];
      for (const { check, until, ...version } of asked) {
        const found = find(version);
        if (!found) continue;
        give(check, found);
        const { releasedAt, channel } = found;
        const { product } = version;
        if (releasedAt > until) uncovered.push({ check, product, channel, releasedAt, until: Math.min(until, now) });
      }
      return readNewest(uncovered, proceed);
    },
  };
}

function readNewest<Result>(uncovered: readonly Uncovered[], proceed: () => Step<Result>): Step<Result> {
  if (uncovered.length === 0) return proceed();
  return {
    reads: newestLookUps(uncovered),
    proceed: (found) => {
      const versions = found.flatMap(([row]) => [...row]) as (string | null)[];
      uncovered.forEach(({ check, releasedAt }, index) =>
        give(check, { releasedAt, newestCovered: versions[index] ?? undefined }),
      );
      return proceed();
    },
  };
}

function give(check: VersionedCheck, release: NonNullable<JudgedRequest['release']>): void {
  check.request = { ...check.request, release };
}
