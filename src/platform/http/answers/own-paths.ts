/** First segments of the service's own paths: programs ask for what is below them, and no link has such a name. */
export const OWN_SEGMENTS = ['api', 'health', 'metrics', 'docs'] as const;

const OWN_PATH = new RegExp(`^/(?:${OWN_SEGMENTS.join('|')})(?:[/?]|$)`, 'i');

/** Whether a path is one of the service's own, as against those that people follow: links, and what they mistype. */
export const isOwnPath = (path: string): boolean => OWN_PATH.test(path);
