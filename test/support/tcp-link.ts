import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be slowed down, cut, made to hang, and mended. */
export class TcpLink {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'hanging' | 'frozen' | 'cut' = 'open';
  private delayMs = 0;

  private constructor(
    private readonly server: Server,
    /** Where it is reached, instead of the server itself. */
    readonly port: number,
  ) {}

  static async to(host: string, port: number): Promise<TcpLink> {
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

  /** Whatever is sent arrives so much later, in milliseconds, in either direction; until it is mended. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Connections that are open break; new ones may be made. */
  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
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

  /** As if the server's process was stopped: connections can be made, and whatever is sent arrives when it is opened. */
  freeze(): void {
    this.state = 'frozen';
    for (const socket of this.sockets) socket.pause();
  }

  /** What is sent from now on arrives again. */
  open(): void {
    this.state = 'open';
    for (const socket of this.sockets) socket.resume();
  }

  /** As new: connections that were disturbed are closed. */
  mend(): void {
    this.state = 'open';
    this.delayMs = 0;
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
    client.on('data', (chunk: Buffer) => this.pass(chunk, target));
    target.on('data', (chunk: Buffer) => this.pass(chunk, client));
    if (this.state === 'frozen') for (const socket of [client, target]) socket.pause();
  }

  private pass(chunk: Buffer, to: Socket): void {
    if (this.state !== 'open') return;
    if (this.delayMs === 0) to.write(chunk);
    else setTimeout(() => to.writable && to.write(chunk), this.delayMs);
  }
}
