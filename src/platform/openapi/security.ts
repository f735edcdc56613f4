export const API_KEY_SECURITY = 'x-api-key';
/** A license key in the `Authorization` header. */
export const LICENSE_KEY_SECURITY = 'license-key';
/** An API key in the `Authorization` header. */
export const BEARER_SECURITY = 'bearer';
