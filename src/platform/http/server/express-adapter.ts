import { createServer, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { Pipelining } from './pipelining';
import { answerProtocolErrors } from './protocol-errors';

/** How often Node looks for clients that are too slow (`limitSlowClients`), in milliseconds. */
const SLOW_CHECK_MS = 1000;

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

/** Node's own constructors, as the plain functions that they are. */
type MessageFunction = (this: object, ...parameters: unknown[]) => void;

/**
 * Nest's Express adapter with requests and responses that are Express's own from their birth. Express changes the
 * prototype of each request and response that it is given, which makes V8 drop what it has learnt about them;
 * where the prototype is the wanted one already, the change does nothing. Measured on Node 20 and 22: twice the
 * requests. Since Node 24 the change costs nothing, and this would.
 */
export class FastExpressAdapter extends ExpressAdapter {
  /** Stands between the server and Express. */
  readonly pipelining = new Pipelining(this.getInstance<Express>());

  /** Called when the server has closed. */
  onClose: () => void = () => {};

  override async close(): Promise<void> {
    await super.close();
    this.onClose();
  }

  override initHttpServer(): void {
    const { accept } = this.pipelining;
    const messages = NODE_MAJOR >= 24 ? {} : this.fastMessages();
    this.httpServer = createServer({ ...messages, connectionsCheckingInterval: SLOW_CHECK_MS }, accept);
    answerProtocolErrors(this.httpServer, this.pipelining);
  }

  /** Nest sets it for each request, from what the code says: Express's own setter checks that it is a status. */
  override status(response: Response, statusCode: number): Response {
    response.statusCode = statusCode;
    return response;
  }

  private fastMessages(): ServerOptions {
    const express = this.getInstance<Express>();
    return {
      IncomingMessage: withPrototype(IncomingMessage, express.request),
      ServerResponse: withPrototype(ServerResponse, express.response),
    };
  }
}

/**
 * A constructor that does what `Base` does, whose instances have the given prototype (which inherits from `Base`'s).
 * `Reflect.construct` would say it more politely, and costs more than everything that this gains.
 */
function withPrototype<T extends typeof IncomingMessage | typeof ServerResponse>(Base: T, prototype: object): T {
  const construct = Base as unknown as MessageFunction;
  function Message(this: object, first: unknown, second: unknown): void {
    construct.call(this, first, second);
  }
  Message.prototype = prototype;
  // V8 makes room in an object for the fields of its constructor and of those that this inherits from.
  Object.setPrototypeOf(Message, Base);
  return Message as unknown as T;
}
