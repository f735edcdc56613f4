import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut, made to hang, and mended. */
export class TcpLink {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'hanging' | 'cut' = 'open';

  private constructor(
    private readonly server: Server,
    /** Where it is reached, instead of the server itself. */
    readonly port: number,
  ) {}

  static async open(host: string, port: number): Promise<TcpLink> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const link = new TcpLink(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => link.join(socket, connect(port, host)));
    return link;
  }

  /** Connections that are open. */
  get connections(): number {
    return this.sockets.size / 2;
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

  private join(client: Socket, target: Socket): void {
    for (const socket of [client, target]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    if (this.state === 'cut') client.destroy();
    client.on('data', (chunk) => this.state === 'open' && target.write(chunk));
    target.on('data', (chunk) => this.state === 'open' && client.write(chunk));
  }
}
