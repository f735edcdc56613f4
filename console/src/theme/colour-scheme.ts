import { localStorageColorSchemeManager } from '@mantine/core';

/** Where the chosen colour scheme is remembered; scheme.js reads it as well. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'keylink-colour-scheme' });

/** The one-time word with which the page's policy allows the styles that are made while it runs. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
