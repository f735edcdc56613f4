/** The name that the document gives to an API key, which is that of its header. */
export const API_KEY_SECURITY = 'x-api-key';
/** The name that it gives to a license key in the `Authorization` header. */
export const LICENSE_KEY_SECURITY = 'license-key';
/** The name that it gives to an API key in the `Authorization` header. */
export const BEARER_SECURITY = 'bearer';
