import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { badRequest, tooSlow, INCOMPLETE } from '../../errors/errors';
import { Patience } from './patience';

/** Longest that an upload may keep its reader waiting at a time, in milliseconds. */
const PATIENCE_MS = 8000;
/** What it has to send to be waited for again: it may take as long as it likes at this rate, in bytes a millisecond. */
const RATE = 10;
/** How often it is asked whether an upload that sends nothing may go on, in milliseconds. */
const ASK_MS = 1000;
/** How long the rest of an answered upload is still taken, in milliseconds, so that the client sees the answer. */
const LINGER_MS = 5000;

const uploading = new WeakSet<Duplex>();

/** What an upload must fulfil besides its rate. */
export interface UploadRules {
  /** Runs before each piece, and each second without one; ends the upload by throwing. */
  readonly mayGoOn: () => void;
  /** Used up by the waiting for the client, as the patience that its rate earns. */
  readonly patience: Patience;
}

/** Whether this connection carries a request that may take longer than the server's time limit for requests. */
export function isUploading(socket: Duplex): boolean {
  return uploading.has(socket);
}

/**
 * Lifts the server's time limit for requests from this one, whose body is then read by `readUpload`. Only for handlers
 * that know the caller: all others are cut off as before (docs/decisions/024-imports-and-exports.md).
 */
export function beginUpload(request: Request, response: Response): void {
  const { socket } = request;
  uploading.add(socket);
  response.once('close', () => uploading.delete(socket));
  response.once('finish', () => {
    if (request.complete) return;
    // Closing a connection on which something is still coming could throw away the answer on its way.
    request.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    request.once('close', () => clearTimeout(timer));
  });
}

/**
 * The body of a request, piece by piece, each when it is asked for. Only the time that is spent waiting for the client
 * counts, at a rate of its own instead of a total: 8 seconds at first, and again for what comes at 10 kB a second. Who
 * sends it must be admitted as long as it takes.
 * @throws {ApiError} 408 when the client is slower, 401 or 403 when it is admitted no more, and what the rules throw
 */
export async function* readUpload(request: Request, rules?: UploadRules): AsyncGenerator<Buffer> {
  const rate = new Patience(PATIENCE_MS, tooSlow);
  const patiences = rules ? [rate, rules.patience] : [rate];
  while (!request.readableEnded) {
    await request.confirmAdmission?.();
    rules?.mayGoOn();
    const chunk = request.read() as Buffer | null;
    if (chunk) {
      rate.earn(chunk.length / RATE);
      yield chunk;
    } else if (request.destroyed) {
      throw badRequest(INCOMPLETE);
    } else {
      for (const patience of patiences) patience.requireSome();
      const start = performance.now();
      await nextEvent(request, Math.min(ASK_MS, ...patiences.map(({ left }) => left)));
      for (const patience of patiences) patience.spend(performance.now() - start);
    }
  }
}

/** Waits until there may be something to read, or nothing can come any more, or the time is over. */
function nextEvent(request: Request, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const event of EVENTS) request.off(event, done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    for (const event of EVENTS) request.on(event, done);
  });
}

const EVENTS = ['readable', 'end', 'error', 'close'] as const;
