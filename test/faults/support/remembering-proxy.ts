import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_KEY } from '../../../bench/server-process';

/**
 * A control: passes requests on, and answers the same request again with what it remembers. A watch for stale answers
 * that finds none here can't find any.
 */
export class RememberingProxy {
  private readonly remembered = new Map<string, Promise<{ status: number; text: string }>>();

  private constructor(private readonly server: Server) {}

  static async before(url: string): Promise<RememberingProxy> {
    const server = createServer();
    const proxy = new RememberingProxy(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const body = Buffer.concat(chunks).toString();
        void proxy.ask(request.method ?? 'GET', url + request.url, body).then(
          ({ status, text }) => response.writeHead(status).end(text),
          () => response.writeHead(503).end(),
        );
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private ask(method: string, url: string, body: string): Promise<{ status: number; text: string }> {
    const name = `${method} ${url} ${body}`;
    const known = this.remembered.get(name);
    if (known) return known;
    const asked = fetch(url, {
      method,
      body: body || undefined,
      redirect: 'manual',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    this.remembered.set(name, asked);
    return asked;
  }
}
