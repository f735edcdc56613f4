import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum of waiting requests per connection and in total. Each takes about 5 kB. */
const MOST_WAITING = 256;
const MOST_WAITING_IN_ALL = 5000;

/** Ends a connection. `isSaid`: the client has already received an answer to the bad request. */
type End = (isSaid: boolean) => void;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Line {
  current: Exchange;
  /** Later requests. Only the last one's body may be incomplete. */
  readonly waiting: Exchange[];
  isWatched: boolean;
  /** Runs after the last answer; nothing more can be read. */
  end?: End;
}

/** Handles one request per connection at a time; Node would start all pipelined ones at once (decision 033). */
export class Pipelining {
  private readonly lines = new WeakMap<Socket, Line>();
  private waiting = 0;

  constructor(private readonly handle: RequestListener) {}

  get isHolding(): boolean {
    return this.waiting > 0;
  }

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

  /** Whether an answer was sent and no handler is working on this connection. */
  isIdle(socket: Socket): boolean {
    const line = this.lines.get(socket);
    // Node or `answerProtocolErrors` answered.
    if (line === undefined) return socket.bytesWritten > 0;
    return isAnswered(line);
  }

  /** Answers complete requests, then calls `end`. Returns false if half an answer to the invalid request is out. */
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
    // The rest of the chunk whose request exceeded the limit.
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

  private advance(socket: Socket, line: Line): void {
    // After `Connection: close` no further request may be handled (RFC 9112, 9.6).
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

/** Overrides `resume`: Node calls it whenever a body is read, which would bring in more requests. */
function stopReading(socket: Socket): void {
  socket.pause();
  socket.resume = () => socket;
}

export function readOn(socket: Socket): void {
  delete (socket as Partial<Socket>).resume;
  socket.resume();
}
