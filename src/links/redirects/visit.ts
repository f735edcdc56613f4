import type { VisitedLink } from '../links.repository';
import type { VisitFacts } from '../visits/visit-facts';

/** A request for a short address, with everything its answer depends on. */
export interface Visit {
  /** The key of the link's name (`linkNameKey`). */
  readonly nameKey: string;
  /** Facts for statistics; undefined if none are collected. */
  readonly facts: VisitFacts | undefined;
  /** The hash that the visitor's password matched; null if none was given. */
  readonly passwordHash: string | null;
  /** Whether it is a bot, which uses up no visit of a limited link, and gets the card of a link with one. */
  isBot(): boolean;
}

/** The answer to a visit. */
export type Answer =
  | { readonly is: 'redirect'; readonly link: VisitedLink }
  /** For a bot on a link with a limit or a card: the target isn't revealed. */
  | { readonly is: 'preview'; readonly card: string | null }
  /** The visitor must enter the link's password. */
  | { readonly is: 'locked' }
  /** `endedUrl` is where the visitor is redirected instead, if anywhere. */
  | { readonly is: 'gone'; readonly endedUrl: string | null }
  | { readonly is: 'unknown' };

export const preview = ({ card }: Pick<VisitedLink, 'card'>): Answer => ({ is: 'preview', card });
export const LOCKED: Answer = { is: 'locked' };
export const gone = ({ endedUrl }: Pick<VisitedLink, 'endedUrl'>): Answer => ({ is: 'gone', endedUrl });
export const UNKNOWN: Answer = { is: 'unknown' };
