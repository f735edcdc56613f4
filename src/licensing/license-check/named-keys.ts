import { Injectable } from '@nestjs/common';
import type { Rows, Step } from '../../platform/database/statement-runner';
import { FormerKeysRepository, toReplacedKeys } from '../former-keys/former-keys.repository';
import type { KeyReference } from '../license-keys/key-reference';
import { type CheckedKey, keyFinder } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';

export interface NamedKey {
  readonly key: CheckedKey | undefined;
  /** Record id of the license key whose former value this was; its grace has ended. */
  readonly replacedId?: number;
}

/** What a check's reference names at a time, in milliseconds since the Unix epoch. */
export type NamedKeyFinder = (reference: KeyReference, now: number) => NamedKey;

/** Which references are not locked by another transaction, or name no key. @param locked rows of `locks` */
export function areFree(
  references: readonly KeyReference[],
  find: NamedKeyFinder,
  locked: readonly Rows[],
  now: number,
): boolean[] {
  const free = new Set(locked.flat().map(([id]) => id as number));
  return references.map((reference) => {
    const { key } = find(reference, now);
    return key === undefined || free.has(key.id);
  });
}

/** Finds the license keys that checks name, also by former values. */
@Injectable()
export class NamedKeys {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
  ) {}

  /**
   * Looks for former keys only if a reference names no license key, so other checks have no cost. @param found rows of
   * `lookUps` @param isLocking whether to lock the records of former keys, unless others hold them @param proceed gets
   * the locked rows, as `locks` reads them
   */
  find<Result>(
    references: readonly KeyReference[],
    found: readonly Rows[],
    isLocking: boolean,
    proceed: (find: NamedKeyFinder, locked: readonly Rows[]) => Step<Result>,
  ): Step<Result> {
    const find = keyFinder(found);
    const unknown = references.flatMap((reference) => ('key' in reference && !find(reference) ? [reference.key] : []));
    if (unknown.length === 0) return proceed((reference) => ({ key: find(reference) }), []);
    const readFormer = (rows: Rows): Step<Result> => {
      const former = new Map(toReplacedKeys(rows).map((replaced) => [replaced.key, replaced]));
      if (former.size === 0) return proceed((reference) => ({ key: find(reference) }), []);
      const records = Array.from(former.values(), ({ keyId }) => ({ id: keyId }));
      const locks = isLocking ? this.licenseKeys.locks(records) : [];
      const readRecords = (further: readonly Rows[]): Step<Result> => {
        const findAll = keyFinder([...found, ...further.slice(locks.length)]);
        const findNamed: NamedKeyFinder = (reference, now) => {
          const replaced = 'key' in reference ? former.get(reference.key) : undefined;
          if (!replaced) return { key: findAll(reference) };
          const { keyId, validUntil } = replaced;
          return now < validUntil ? { key: findAll({ id: keyId }) } : { key: undefined, replacedId: keyId };
        };
        return proceed(findNamed, further.slice(0, locks.length));
      };
      return { reads: [...locks, ...this.licenseKeys.lookUps(records)], proceed: readRecords };
    };
    return { reads: [this.formerKeys.lookUp([...new Set(unknown)])], proceed: ([rows]) => readFormer(rows) };
  }
}
