import { Injectable } from '@nestjs/common';
import { distinctPlans, planFinder, planLookUp, toPlan } from '../../catalog/plans/plan-row';
import type { Read, Rows, Step } from '../../platform/database/statement-runner';
import type { CheckedKey } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { JudgedRequest } from './verdict';

/** A license key that a check names, and what the check asks of it. */
interface AskedKey {
  readonly key: CheckedKey | undefined;
  readonly request: Pick<JudgedRequest, 'asksEntitlements' | 'require'>;
}

/** Reads what checks need besides the license keys' rows. Batches of keys without a plan, asked for nothing, pay nothing. */
@Injectable()
export class CheckTerms {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** Gives the keys their `terms` before it proceeds. */
  read<Result>(asked: readonly AskedKey[], proceed: () => Step<Result>): Step<Result> {
    const needing = asked.filter(needsTerms);
    if (needing.length === 0) return proceed();
    const [planned, further] = [new Set<CheckedKey>(), new Set<CheckedKey>()];
    for (const { key, request } of needing) {
      if (key!.plan !== null) planned.add(key!);
      if (asksContents(request) || key!.expiresAt === null) further.add(key!);
    }
    const names = distinctPlans(Array.from(planned, ({ product, plan }) => ({ product, code: plan! })));
    const ids = Array.from(further, ({ id }) => id);
    const reads: Read[] = [
      ...(names.length > 0 ? [planLookUp(names)] : []),
      ...(ids.length > 0 ? [this.licenseKeys.termsLookUp(ids)] : []),
    ];
    return {
      reads,
      proceed: (found) => {
        const [planRows, ownRows] = names.length > 0 ? [found[0], found.at(1)] : [[], found[0]];
        giveTerms([...planned, ...further], planRows, ownRows ?? []);
        return proceed();
      },
    };
  }
}

const asksContents = ({ asksEntitlements, require }: AskedKey['request']): boolean =>
  asksEntitlements === true || require !== undefined;

const needsTerms = ({ key, request }: AskedKey): boolean =>
  key !== undefined && (key.plan !== null || asksContents(request));

function giveTerms(keys: readonly CheckedKey[], planRows: Rows, ownRows: Rows): void {
  const find = planFinder(planRows.map(toPlan));
  const own = new Map(ownRows.map(([id, entitlements, starts]) => [id as number, { entitlements, starts }]));
  for (const key of keys) {
    const { entitlements = null, starts = null } = own.get(key.id) ?? {};
    key.terms = {
      plan: key.plan === null ? undefined : find({ product: key.product, code: key.plan }),
      entitlements: entitlements as string | null,
      awaitsCheck: starts !== null,
    };
  }
}
