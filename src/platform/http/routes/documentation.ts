/** Where the documentation is. No controller answers there, so nothing else can tell. */
export const DOCUMENTATION = '/docs';

const BELOW = new RegExp(`^${DOCUMENTATION}(?:[/?#]|$)`, 'i');

/** Whether a request asks for a page of the documentation, or for what such a page loads. */
export const isDocumentation = (url: string): boolean => BELOW.test(url);
