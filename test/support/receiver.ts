import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Certificate } from './certificates';

export interface Received {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Receives webhooks: keeps what comes, and counts connections. */
export class Receiver {
  readonly received: Received[] = [];
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    readonly url: string,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** @param answer what it answers, once all has come; 204 by default */
  static async start(
    answer: (received: Received, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
    { port = 0, certificate, host = '127.0.0.1' }: { port?: number; certificate?: Certificate; host?: string } = {},
  ): Promise<Receiver> {
    // oxlint-disable-next-line prefer-const
    let receiver: Receiver;
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers } = request;
        const received = { at: Date.now(), path: url, headers, body: Buffer.concat(chunks).toString() };
        receiver.received.push(received);
        answer(received, response);
      });
      request.on('error', () => {});
    };
    const server = certificate
      ? createSecureServer({ cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) }, listener)
      : createServer(listener);
    server.listen(port, host);
    await once(server, 'listening');
    const { port: own } = server.address() as AddressInfo;
    receiver = new Receiver(server, own, `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${own}/hooks`);
    return receiver;
  }

  /** Once more does nothing. */
  async end(): Promise<void> {
    if (!this.server.listening) return;
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** What a test opens: receivers, and what else is to end with it. */
export class Receivers {
  private readonly open: { end(): unknown }[] = [];

  readonly start: typeof Receiver.start = async (...options) => this.add(await Receiver.start(...options));

  add<T extends { end(): unknown }>(opened: T): T {
    this.open.push(opened);
    return opened;
  }

  async end(): Promise<void> {
    for (const each of this.open.splice(0)) await each.end();
  }
}
