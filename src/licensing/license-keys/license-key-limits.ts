/** Largest product id (decisions, section 3). */
export const PID_MAX = 2147483647;
/** As it is documented. */
export const PID_SCHEMA = { type: 'integer', minimum: 0, maximum: PID_MAX } as const;
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}.` };

/** Most characters of a user's id. */
export const UID_LENGTH = 191;
export const UID_RULE = { message: `uid must be text of 1 to ${UID_LENGTH} characters, without control characters.` };

/** Most devices that a license key may be for. */
export const SEATS_MAX = 1_000_000;
export const SEATS_RULE = { message: `seats must be an integer from 1 to ${SEATS_MAX}, or 0 for no limit.` };

/** On creation, where 0 would be read as no limit, and meant as no seat. */
export const NEW_SEATS_RULE = {
  message: `seats must be an integer from 1 to ${SEATS_MAX}; for no limit leave it out.`,
};

/** Shortest and longest time for which a device may keep its seat without being seen, in seconds. */
export const LEASE_MIN = 60;
export const LEASE_MAX = 2_592_000;
export const LEASE_RULE = {
  message: `leaseSeconds must be an integer from ${LEASE_MIN} to ${LEASE_MAX}, or 0 for none.`,
};
export const NEW_LEASE_RULE = {
  message: `leaseSeconds must be an integer from ${LEASE_MIN} to ${LEASE_MAX}; for seats without an end leave it out.`,
};
