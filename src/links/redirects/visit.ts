import type { VisitedLink } from '../links.repository';
import type { VisitFacts } from '../visits/visit-facts';

/** A request for a short address, with all that decides on its answer. */
export interface Visit {
  /** The key of the link's name (`linkNameKey`). */
  readonly nameKey: string;
  /** What is known of it; undefined if nothing is kept. */
  readonly facts: VisitFacts | undefined;
  /** Of the password that the visitor has given, once it matched; null if none was. */
  readonly passwordHash: string | null;
  /** Whether it is a program's, which uses up no visit of a link with a limit, and sees the card of one that has one. */
  isBot(): boolean;
}

/** What a visitor is answered. */
export type Answer =
  | { readonly is: 'redirect'; readonly link: VisitedLink }
  /** To a program that asks for a link with a limit or a card: it isn't told where the link leads to. */
  | { readonly is: 'preview'; readonly card: string | null }
  /** Without the link's password: its page asks for it. */
  | { readonly is: 'locked' }
  /** `endedUrl` is where the visitor is sent instead, if anywhere. */
  | { readonly is: 'gone'; readonly endedUrl: string | null }
  | { readonly is: 'unknown' };

export const preview = ({ card }: Pick<VisitedLink, 'card'>): Answer => ({ is: 'preview', card });
export const LOCKED: Answer = { is: 'locked' };
export const gone = ({ endedUrl }: Pick<VisitedLink, 'endedUrl'>): Answer => ({ is: 'gone', endedUrl });
export const UNKNOWN: Answer = { is: 'unknown' };
