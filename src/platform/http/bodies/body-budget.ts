import type { Request } from 'express';

/** Bytes of unfinished bodies from unknown callers. */
const BUDGET = 16_000_000;
/** Overhead of a chunk in bytes: a client may send every byte as its own chunk. */
const PIECE = 250;

/** Bounds memory for callers without an API key: their body is read before the license key is looked up. */
export class BodyBudget {
  private used = 0;

  /** Opens an account for an incomplete body. It closes with the request at the latest. */
  open(request: Pick<Request, 'once'>): BodyAccount {
    let taken = 0;
    const account: BodyAccount = {
      take: (chunk) => {
        taken += chunk.length + PIECE;
        this.used += chunk.length + PIECE;
        return this.used <= BUDGET;
      },
      close: () => {
        this.used -= taken;
        taken = 0;
      },
    };
    request.once('close', account.close);
    return account;
  }
}

export interface BodyAccount {
  readonly take: (chunk: Buffer) => boolean;
  /** Frees the body's share; may be called twice. */
  readonly close: () => void;
}
