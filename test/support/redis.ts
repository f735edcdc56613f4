import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

declare global {
  /** The Redis that tests may use; `jest.config.js` sets it, null when none can be reached. */
  var testRedis: string | null;
}

/** A way to the test Redis that can be cut, made to hang, and mended. */
export class RedisLink {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'hanging' | 'cut' = 'open';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(target: string): Promise<RedisLink> {
    const { hostname, port, pathname } = new URL(target);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const link = new RedisLink(server, `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`);
    server.on('connection', (socket) => link.join(socket, connect(Number(port || 6379), hostname)));
    return link;
  }

  /** Connections break, and new ones are refused at once. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  /** Connections stay, and nothing comes back. */
  hang(): void {
    this.state = 'hanging';
  }

  mend(): void {
    this.state = 'open';
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(client: Socket, redis: Socket): void {
    for (const socket of [client, redis]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        redis.destroy();
      });
    }
    if (this.state === 'cut') client.destroy();
    client.on('data', (chunk) => this.state === 'open' && redis.write(chunk));
    redis.on('data', (chunk) => this.state === 'open' && client.write(chunk));
  }
}
