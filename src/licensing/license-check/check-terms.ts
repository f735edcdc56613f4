import { Injectable } from '@nestjs/common';
import { toPlanTerms } from '../../catalog/plans/plan-row';
import type { Rows, Step } from '../../platform/database/statement-runner';
import type { CheckedKey } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import type { JudgedRequest } from './verdict';

/** A license key of a check, and what the check asks for. */
interface AskedKey {
  readonly key: CheckedKey | undefined;
  readonly request: Pick<JudgedRequest, 'asksEntitlements' | 'require' | 'version'>;
}

/** Reads what checks need besides the license keys' rows; without terms or questions, at no cost. */
@Injectable()
export class CheckTerms {
  constructor(private readonly licenseKeys: LicenseKeysRepository) {}

  /** Gives the keys their `terms` before it proceeds. */
  read<Result>(asked: readonly AskedKey[], proceed: () => Step<Result>): Step<Result> {
    const needing = asked.filter(needsTerms);
    if (needing.length === 0) return proceed();
    const keys = new Map(needing.map(({ key }) => [key!.id, key!]));
    return {
      reads: [this.licenseKeys.termsLookUp([...keys.keys()])],
      proceed: ([rows]) => {
        giveTerms(keys, rows);
        return proceed();
      },
    };
  }
}

const needsTerms = ({ key, request: { asksEntitlements, require, version } }: AskedKey): boolean =>
  key !== undefined &&
  (key.hasTerms === true || asksEntitlements === true || require !== undefined || version !== undefined);

/** @param rows of `termsLookUp` */
export function giveTerms(keys: ReadonlyMap<number, CheckedKey>, rows: Rows): void {
  for (const [id, code, graceDays, entitlements, updatesUntil, starts, ...plan] of rows) {
    keys.get(id as number)!.terms = {
      plan: toPlanTerms(plan),
      code: code as string | null,
      graceDays: graceDays as number | null,
      entitlements: entitlements as string | null,
      updatesUntil: updatesUntil as number | null,
      awaitsCheck: starts !== null,
    };
  }
}
