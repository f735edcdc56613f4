import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { badRequest, tooSlow, INCOMPLETE } from '../../errors/errors';
import { Patience } from './patience';

/** Longest wait for the client at a time, in milliseconds. */
const PATIENCE_MS = 8000;
/** Bytes per millisecond at which an upload may take as long as it likes. */
const RATE = 10;
/** How often a silent upload is checked, in milliseconds. */
const ASK_MS = 1000;
/** How long the rest of an answered upload is still read so that the client sees the answer, in milliseconds. */
const LINGER_MS = 5000;

const uploading = new WeakSet<Duplex>();

interface UploadRules {
  /** Runs before each chunk, and each second without one. Throw to end the upload. */
  readonly mayGoOn: () => void;
  /** Spent while waiting for the client, in addition to the rate. */
  readonly patience: Patience;
}

/** Whether this connection's request may exceed the server's request timeout. */
export function isUploading(socket: Duplex): boolean {
  return uploading.has(socket);
}

/** Exempts a request from the server's timeout (decision 024). Only for handlers that know the caller. */
export function beginUpload(request: Request, response: Response): void {
  const { socket } = request;
  uploading.add(socket);
  response.once('close', () => uploading.delete(socket));
  response.once('finish', () => {
    if (request.complete) return;
    // Closing while data arrives could lose the answer.
    request.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    request.once('close', () => clearTimeout(timer));
  });
}

/** Only time spent waiting for the client counts: 8 seconds, renewed at 10 kB/s. @throws {ApiError} 408, 401 or 403 */
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
      // It may have ended, too, while its admission was confirmed.
      if (!request.readableEnded) throw badRequest(INCOMPLETE);
    } else {
      for (const patience of patiences) patience.requireSome();
      const start = performance.now();
      await nextEvent(request, Math.min(ASK_MS, ...patiences.map(({ left }) => left)));
      for (const patience of patiences) patience.spend(performance.now() - start);
    }
  }
}

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
