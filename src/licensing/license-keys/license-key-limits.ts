/** Largest product id (decisions, section 3). */
export const PID_MAX = 2147483647;
/** As it is documented. */
export const PID_SCHEMA = { type: 'integer', minimum: 0, maximum: PID_MAX } as const;
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}.` };

/** Most characters of a user's id. */
export const UID_LENGTH = 191;
export const UID_RULE = { message: `uid must be text of 1 to ${UID_LENGTH} characters, without control characters.` };
