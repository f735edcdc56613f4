import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from './free-port';

/** A delivery as a receiver got it. */
export interface Receipt {
  /** `webhook-id`. */
  readonly id: string;
  /** The event's own id, and its position. */
  readonly eventId: string;
  readonly position: number;
  /** From the event's timestamp to the end of the request, in milliseconds. */
  readonly delay: number;
}

interface SentEvent {
  readonly id: string;
  readonly position: number;
  readonly timestamp: string;
}

/** Receives webhooks on a port of its own, and remembers what came. */
export class WebhookEndpoint {
  readonly receipts: Receipt[] = [];
  private readonly ids = new Set<string>();

  private constructor(private readonly server: Server) {}

  /** One that answers each delivery. @param delayMs before its answer */
  static start(delayMs = 0): Promise<WebhookEndpoint> {
    return WebhookEndpoint.listen((endpoint) => (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        endpoint.keep(request, Buffer.concat(chunks));
        const answer = (): unknown => response.writeHead(204).end();
        if (delayMs > 0) setTimeout(answer, delayMs);
        else answer();
      });
      request.on('error', () => {});
    });
  }

  /** One that takes everything and never answers. */
  static startHanging(): Promise<WebhookEndpoint> {
    return WebhookEndpoint.listen(() => (request) => request.on('error', () => {}).resume());
  }

  private static async listen(listener: (endpoint: WebhookEndpoint) => RequestListener): Promise<WebhookEndpoint> {
    const server = createServer();
    const endpoint = new WebhookEndpoint(server);
    server.on('request', listener(endpoint)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return endpoint;
  }

  get url(): string {
    return urlOf((this.server.address() as AddressInfo).port);
  }

  /** How many deliveries came, each counted once. */
  get distinct(): number {
    return this.ids.size;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private keep({ headers }: IncomingMessage, body: Buffer): void {
    const { id: eventId, position, timestamp } = JSON.parse(body.toString()) as SentEvent;
    const id = String(headers['webhook-id']);
    this.ids.add(id);
    this.receipts.push({ id, eventId, position, delay: Date.now() - Date.parse(timestamp) });
  }
}

/** An address that refuses connections. */
export const refusingUrl = async (): Promise<string> => urlOf(await freePort());

const urlOf = (port: number): string => `http://127.0.0.1:${port}/hooks`;
