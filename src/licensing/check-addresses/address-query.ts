import { addressesOf, sortableRange } from '../../platform/addresses/address';
import type { Alternative } from '../../platform/search-index/word-query';

/**
 * Finds license keys by an address of their checks, a range, or the beginning of an address; nothing for other text.
 * @param id SQL for the license key's record id
 */
export function checkedFrom(text: string, id: string): Alternative[] {
  const addresses = addressesOf(text);
  if (!addresses) return [];
  const { first, last } = sortableRange(addresses);
  const parameters = [first, last];
  return [
    {
      condition: {
        // Otherwise MySQL would use the primary key: see `wordAlternative`.
        sql: `(SELECT 1 FROM check_addresses /*! FORCE INDEX (ix_check_addresses_key) */ WHERE key_id = ${id} AND address BETWEEN ? AND ? LIMIT 1) = 1`,
        parameters,
      },
      lead: {
        sql: 'SELECT key_id AS id FROM check_addresses /*! FORCE INDEX (PRIMARY) */ WHERE address BETWEEN ? AND ?',
        parameters,
      },
    },
  ];
}
