import type { Response } from 'express';

/** Whether the deadline has passed, or the client has left: whatever is done now, it won't learn of it. */
export function isGivenUp(response: Response): boolean {
  return response.headersSent || response.destroyed;
}
