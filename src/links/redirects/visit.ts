import type { VisitFacts } from '../visits/visit-facts';

/** A request for a short address, with all that decides on its answer. */
export interface Visit {
  /** The key of the link's name (`linkNameKey`). */
  readonly nameKey: string;
  /** What is known of it; undefined if nothing is kept. */
  readonly facts: VisitFacts | undefined;
  /** Whether it is a program's, which uses up no visit of a link with a limit. */
  isBot(): boolean;
}

/** What a visitor is answered. */
export type Answer =
  | { readonly is: 'redirect'; readonly url: string }
  /** To a program that asks for a link with a limit: it isn't told where the link leads to. */
  | { readonly is: 'preview' }
  | { readonly is: 'gone' }
  | { readonly is: 'unknown' };

export const PREVIEW: Answer = { is: 'preview' };
export const GONE: Answer = { is: 'gone' };
export const UNKNOWN: Answer = { is: 'unknown' };
