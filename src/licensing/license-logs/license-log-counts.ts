import { marks, type Statement } from '../../platform/database/statement-runner';
import { REFUSALS } from './verdict-labels';

/** Turns a statement that selects logs into one that counts them. */
export type LogCounting = (within: Statement) => Statement;

export type RefusalsOfKey = readonly [keyId: number, status: string, logs: number];

/** Plan and version are null if missing. */
export type ChecksOfProduct = readonly [
  keyId: number,
  plan: string | null,
  version: string | null,
  logs: number,
  refused: number,
];

// An expression, so that MySQL walks the ids instead of the index of keys.
const KEY = 'key_id + 0 AS keyId';

/** Counts refused checks by license key and verdict, as `RefusalsOfKey`. */
export const refusalsByKey: LogCounting = ({ sql, parameters }) => ({
  sql: `SELECT ${KEY}, status, COUNT(*) FROM license_logs WHERE ${sql} AND status IN (${marks(REFUSALS)}) GROUP BY keyId, status`,
  parameters: [...parameters, ...REFUSALS],
});

/**
 * Counts the checks of a product's license keys by key and version, as `ChecksOfProduct`. @param valueOf SQL for a
 * column of a license key: `LicenseKeysRepository.valueOf`
 */
export function checksByVersion(
  product: number,
  valueOf: (column: 'product' | 'plan', keyId: string) => string,
): LogCounting {
  const [ofProduct, ofPlan] = [valueOf('product', 'license_logs.key_id'), valueOf('plan', 'license_logs.key_id')];
  const refused = `COUNT(CASE WHEN status IN (${marks(REFUSALS)}) THEN 1 END)`;
  return ({ sql, parameters }) => ({
    sql: `SELECT ${KEY}, ${ofPlan} AS ofPlan, askedVersion, COUNT(*), ${refused} FROM license_logs
      WHERE ${sql} AND ${ofProduct} = ? GROUP BY keyId, ofPlan, askedVersion`,
    parameters: [...REFUSALS, ...parameters, product],
  });
}
