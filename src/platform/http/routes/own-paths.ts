/** Served by Swagger, without a controller. */
export const DOCUMENTATION = '/docs';

const BELOW_DOCUMENTATION = new RegExp(`^${DOCUMENTATION}(?:[/?#]|$)`, 'i');

export const isDocumentation = (url: string): boolean => BELOW_DOCUMENTATION.test(url);

/** First segments of the service's own paths, in lower case. A test compares them with the router's. */
export const OWN_SEGMENTS = ['.well-known', 'api', 'auth', 'console', 'docs', 'health', 'metrics', 'portal'] as const;

const OWN_PATH = new RegExp(`^/(?:${OWN_SEGMENTS.join('|').replaceAll('.', '\\.')})(?:[/?]|$)`, 'i');

/** Whether a path belongs to the service rather than to links. */
export const isOwnPath = (path: string): boolean => OWN_PATH.test(path);
