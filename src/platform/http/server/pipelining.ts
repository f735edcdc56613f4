import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind another one, on one connection and on all of them; each takes about 5 kB. */
const MOST_WAITING = 256;
const MOST_WAITING_IN_ALL = 5000;

/** Ends a connection; `isSaid` when what is wrong with it has had an answer already. */
type End = (isSaid: boolean) => void;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of one connection. */
interface Line {
  /** The exchange whose answer is under way, or the last one. */
  current: Exchange;
  /** What came before that answer was out; all of it has arrived, but for the body of the last one. */
  readonly waiting: Exchange[];
  /** Whether what waits is dropped when the connection closes. */
  isWatched: boolean;
  /** What is left to do on the connection once all that had arrived is answered: nothing more can be read from it. */
  end?: End;
}

/**
 * Hands the requests of a connection on one at a time: the next when the client has taken the answer before. Node itself
 * hands on all that arrive together, so that a client that sends a thousand at once and reads no answer would have a thousand
 * answers made (docs/decisions/034-pipelining.md).
 */
export class Pipelining {
  private readonly lines = new WeakMap<Socket, Line>();
  private waiting = 0;

  /** @param handle what requests are handed on to */
  constructor(private readonly handle: RequestListener) {}

  /** Whether any request has arrived whose handler doesn't know of it yet. */
  get isHolding(): boolean {
    return this.waiting > 0;
  }

  /** The listener for a server's requests. */
  readonly accept: RequestListener = (request, response) => {
    const { socket } = request;
    const line = this.lines.get(socket);
    if (line === undefined) {
      this.lines.set(socket, { current: { request, response }, waiting: [], isWatched: false });
    } else if (isAnswered(line)) {
      line.current = { request, response };
    } else {
      this.hold(socket, line, request, response);
      return;
    }
    this.handle(request, response);
  };

  /** Whether something was sent on this connection that no handler is working on. */
  isIdle(socket: Socket): boolean {
    const line = this.lines.get(socket);
    // What Node or `answerProtocolErrors` answered never came here.
    if (line === undefined) return socket.bytesWritten > 0;
    return isAnswered(line);
  }

  /**
   * For a connection on which something came that is no HTTP: everything that had arrived whole before is answered, and
   * then `end` has the connection. What is broken itself gets no other answer.
   * @returns false when half an answer to the broken request is out, so that nothing can be said any more
   */
  endAfterAnswers(socket: Socket, end: End): boolean {
    const line = this.lines.get(socket);
    if (line?.end) return true;
    if (line === undefined) {
      end(socket.bytesWritten > 0);
      return true;
    }
    const { current, waiting } = line;
    const isFollowed = waiting.length > 0;
    const isBroken = !current.request.complete;
    if (isBroken && current.response.headersSent && !current.response.writableEnded) return false;
    line.end = end;
    if (waiting.at(-1)?.request.complete === false) this.waiting -= waiting.splice(-1).length;
    if (isBroken || isAnswered(line)) {
      end(isBroken && current.response.headersSent);
      return true;
    }
    stopReading(socket);
    if (!isFollowed) current.response.once('close', () => this.advance(socket, line));
    return true;
  }

  private hold(socket: Socket, line: Line, request: IncomingMessage, response: ServerResponse): void {
    // What else came in one piece with the request that was too much.
    if (socket.destroyed) return;
    if (line.waiting.length >= MOST_WAITING || this.waiting >= MOST_WAITING_IN_ALL) {
      socket.destroy();
      return;
    }
    if (line.waiting.length === 0) {
      stopReading(socket);
      if (!line.isWatched) socket.once('close', () => this.drop(line));
      line.isWatched = true;
      line.current.response.once('close', () => this.advance(socket, line));
    }
    line.waiting.push({ request, response });
    this.waiting++;
  }

  /** When an answer is out. */
  private advance(socket: Socket, line: Line): void {
    // After `Connection: close` no request may be handled any more (RFC 9112, 9.6).
    if (socket.destroyed || socket.writableEnded) this.drop(line);
    const next = line.waiting.shift();
    if (next === undefined) {
      if (!socket.destroyed && !socket.writableEnded) line.end?.(false);
      return;
    }
    this.waiting--;
    line.current = next;
    if (line.waiting.length === 0 && !line.end) readOn(socket);
    else next.response.once('close', () => this.advance(socket, line));
    this.handle(next.request, next.response);
  }

  private drop(line: Line): void {
    this.waiting -= line.waiting.length;
    line.waiting.length = 0;
  }
}

function isAnswered({ current, waiting }: Line): boolean {
  return current.response.writableFinished && waiting.length === 0;
}

/** Node reads on whenever a body is read, even one that has arrived: that would bring more requests to wait. */
function stopReading(socket: Socket): void {
  socket.pause();
  socket.resume = () => socket;
}

/** Reads a connection again that `stopReading` has stopped. */
export function readOn(socket: Socket): void {
  delete (socket as Partial<Socket>).resume;
  socket.resume();
}
