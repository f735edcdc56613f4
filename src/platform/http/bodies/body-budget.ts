import type { Request } from 'express';

/** Bytes of unfinished bodies that are kept for callers who are not known yet. */
const BUDGET = 16_000_000;
/** What a piece of a body takes besides its bytes: a client may send each byte as a piece of its own. */
const PIECE = 250;

/**
 * Bounds what callers who may turn out to have no right can make the service keep: a body is collected before anybody
 * asks whose it is. Bodies that come in one piece, as those of checks do, are never counted, nor those of callers
 * who were known not long ago (docs/decisions/035-bodies-of-strangers.md).
 */
export class BodyBudget {
  private used = 0;

  /** @param wasValid whether a request carries an API key that was found valid not long ago */
  constructor(private readonly wasValid: (request: Request) => boolean) {}

  /** Opens an account for a body of which something is missing. */
  open(request: Request): BodyAccount {
    const isKnown = this.wasValid(request);
    let taken = 0;
    return {
      take: (chunk) => {
        if (isKnown) return true;
        taken += chunk.length + PIECE;
        this.used += chunk.length + PIECE;
        return this.used <= BUDGET;
      },
      close: () => {
        this.used -= taken;
        taken = 0;
      },
    };
  }
}

/** What one body has of the budget. */
export interface BodyAccount {
  /** @returns whether there was still room for this piece */
  readonly take: (chunk: Buffer) => boolean;
  /** Gives back what it has; when it is closed already, nothing. */
  readonly close: () => void;
}
