/** A request for a short address, with all that decides on its answer. */
export interface Visit {
  /** The key of the link's name (`linkNameKey`). */
  readonly nameKey: string;
}

/** What a visitor is answered. */
export type Answer =
  { readonly is: 'redirect'; readonly url: string } | { readonly is: 'gone' } | { readonly is: 'unknown' };

export const GONE: Answer = { is: 'gone' };
export const UNKNOWN: Answer = { is: 'unknown' };
