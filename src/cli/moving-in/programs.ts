/** Programs whose links can be imported from where they keep them. */
export const PROGRAMS = ['kutt', 'yourls', 'shlink', 'bitly'] as const;
export type Program = (typeof PROGRAMS)[number];
