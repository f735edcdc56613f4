import type { Rows } from '../../platform/database/statement-runner';
import { mergedMeters } from '../license-keys/key-terms';
import type { Meters } from '../../platform/fields/meters';

/** Meters by the license key's record id: its own over its plan's, by name. @param rows of `metersLookUp` */
export const metersOf = (rows: Rows): ReadonlyMap<number, Meters> =>
  new Map(rows.map(([id, own, ofPlan]) => [id as number, mergedMeters(own as string | null, ofPlan as string | null)]));
