/** Programs whose links can be imported. */
export const PROGRAMS = ['kutt', 'yourls', 'shlink', 'bitly'] as const;
export type Program = (typeof PROGRAMS)[number];
