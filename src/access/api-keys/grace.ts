/** 7 days, in seconds. */
export const GRACE_MAX = 7 * 24 * 60 * 60;
