import type { Alternative, Term } from '../../platform/search-index/word-query';
import { checkedFrom } from '../check-addresses/address-query';

/** Finds customers by the addresses from which their license keys were checked. */
export function customersCheckedFrom({ token }: Term): Alternative[] {
  return checkedFrom(token, 'license_keys.id').map(({ condition, lead }) => ({
    condition: {
      // HEX and the id: see `ofCustomer`.
      sql: `(SELECT 1 FROM license_keys WHERE license_keys.uuid = customers.uid AND HEX(license_keys.uuid) = HEX(customers.uid) AND customers.id > 0 AND ${condition.sql} LIMIT 1) = 1`,
      parameters: condition.parameters,
    },
    lead: {
      // CROSS JOIN: SQLite keeps the order of the tables.
      sql: `SELECT /*! STRAIGHT_JOIN */ customers.id AS id FROM (${lead.sql}) AS checked CROSS JOIN license_keys ON license_keys.id = checked.id CROSS JOIN customers ON customers.uid = license_keys.uuid`,
      parameters: lead.parameters,
    },
  }));
}
