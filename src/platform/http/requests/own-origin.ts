import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isInRange } from '../../addresses/address';
import { peerAddress } from '../../addresses/client-address';
import { Settings } from '../../settings/settings';

/** Under which address a browser reaches the service. */
@Injectable()
export class OwnOrigin {
  private readonly publicOrigin: string | undefined;
  /** What stands before every path of this service; empty where nothing does. */
  readonly prefix: string;

  constructor(private readonly settings: Settings) {
    const url = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl);
    this.publicOrigin = url?.origin;
    this.prefix = url === undefined || url.pathname === '/' ? '' : url.pathname;
  }

  /** Whether browsers come over HTTPS: as `PUBLIC_URL` says, or a trusted proxy. */
  isSecure(request: Request): boolean {
    return (this.publicOrigin ?? this.requestedOrigin(request)).startsWith('https:');
  }

  /** The origin that the service is asked under: of `PUBLIC_URL`, or what the client asked for, which may be any text. */
  of(request: Request): string {
    return this.publicOrigin ?? this.requestedOrigin(request);
  }

  /**
   * Whether a page of this service, and of no other site, sent a request: by its `Origin`, which no page can choose. Beside
   * `PUBLIC_URL` the host that is asked is one's own too: a page of another site can't choose that either.
   */
  isOwn(origin: string, request: Request): boolean {
    return origin === this.publicOrigin || origin === this.requestedOrigin(request);
  }

  private requestedOrigin(request: Request): string {
    return `${this.requestedScheme(request)}://${request.headers.host}`.toLowerCase();
  }

  /** What the browser used, as the proxy in front says if it is believed; the service itself speaks HTTP. */
  private requestedScheme(request: Request): string {
    const { trustProxy } = this.settings;
    const forwarded = request.headers['x-forwarded-proto'];
    if (typeof forwarded !== 'string' || trustProxy.length === 0) return 'http';
    const peer = peerAddress(request.socket);
    if (!trustProxy.some((proxy) => isInRange(peer, proxy))) return 'http';
    return forwarded.split(',', 1)[0].trim().toLowerCase() === 'https' ? 'https' : 'http';
  }
}
