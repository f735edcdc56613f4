/** The most grace that a rotation can give: 7 days. */
export const GRACE_MAX = 7 * 24 * 60 * 60;
