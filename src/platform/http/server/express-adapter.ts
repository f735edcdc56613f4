import { createServer, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express, type NextFunction, type Request, type Response, Router } from 'express';
import { Pipelining } from './pipelining';
import { answerProtocolErrors } from './protocol-errors';

/** Milliseconds. */
const SLOW_CHECK_MS = 1000;

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

type MessageFunction = (this: object, ...parameters: unknown[]) => void;

interface RouterLayer {
  /** Absent for middleware. */
  readonly route?: { readonly methods: object };
  readonly match: (path: string) => boolean;
}

type Layers = RouterLayer[];

/** Creates messages with Express's prototypes: setting them later halves throughput before Node 24. */
export class FastExpressAdapter extends ExpressAdapter {
  readonly pipelining = new Pipelining(this.getInstance<Express>());

  /** Methods for the `Allow` header; empty for an unknown path. */
  readonly methodsAt = (path: string): string[] => {
    const methods = this.layers
      .filter((layer) => layer.route && layer.match(path))
      .flatMap(({ route }) => Object.keys(route!.methods).map((method) => method.toUpperCase()));
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].toSorted();
  };

  onClose: () => void = () => {};

  private readonly apart: Layers = [];

  private get stack(): Layers {
    return this.getInstance<Express>().router.stack as unknown as Layers;
  }

  /** All routes and middleware, those kept apart last. */
  get layers(): readonly RouterLayer[] {
    return [...this.stack, ...this.apart];
  }

  /**
   * Keeps routes added by `register` apart, so that other requests aren't matched against each. @param isTheirs whether
   * a URL belongs to them
   */
  keepApart(isTheirs: (url: string) => boolean, register: () => void): void {
    const before = this.stack.length;
    register();
    const routes = this.stack.splice(before);
    const router = Router();
    (router.stack as unknown as Layers).push(...routes);
    this.apart.push(...routes);
    this.getInstance<Express>().use((request: Request, response: Response, next: NextFunction) => {
      if (isTheirs(request.url)) router(request, response, next);
      else next();
    });
  }

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

  /** Skips Express's check of the status: ours come from code. */
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

/** A constructor like `Base` with another prototype. `Reflect.construct` would cost more than this saves. */
function withPrototype<T extends typeof IncomingMessage | typeof ServerResponse>(Base: T, prototype: object): T {
  const construct = Base as unknown as MessageFunction;
  function Message(this: object, first: unknown, second: unknown): void {
    construct.call(this, first, second);
  }
  Message.prototype = prototype;
  Object.setPrototypeOf(Message, Base);
  return Message as unknown as T;
}
