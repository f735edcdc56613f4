import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isInRange } from '../../addresses/address';
import { peerAddress } from '../../addresses/client-address';
import { foreignOrigin } from '../../errors/errors';
import { Settings } from '../../settings/settings';

@Injectable()
export class OwnOrigin {
  private readonly publicOrigin: string | undefined;
  /** Path prefix of `PUBLIC_URL`, or empty. */
  readonly prefix: string;

  constructor(private readonly settings: Settings) {
    const url = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl);
    this.publicOrigin = url?.origin;
    this.prefix = url === undefined || url.pathname === '/' ? '' : url.pathname;
  }

  /** Whether browsers use HTTPS, according to `PUBLIC_URL` or a trusted proxy. */
  isSecure(request: Request): boolean {
    return (this.publicOrigin ?? this.requestedOrigin(request)).startsWith('https:');
  }

  /** The origin of `PUBLIC_URL`, else the requested one, which may be any text. */
  of(request: Request): string {
    return this.publicOrigin ?? this.requestedOrigin(request);
  }

  /** Whether the origin is this service's. Pages of other sites can fake neither `Origin` nor `Host`. */
  isOwn(origin: string, request: Request): boolean {
    return origin === this.publicOrigin || origin === this.requestedOrigin(request);
  }

  /** @throws {ApiError} 403 unless a page of this service sent the request */
  require(request: Request): void {
    const { origin } = request.headers;
    if (origin === undefined || !this.isOwn(origin, request)) throw foreignOrigin(this.of(request));
  }

  private requestedOrigin(request: Request): string {
    return `${this.requestedScheme(request)}://${request.headers.host}`.toLowerCase();
  }

  private requestedScheme(request: Request): string {
    const { trustProxy } = this.settings;
    const forwarded = request.headers['x-forwarded-proto'];
    if (typeof forwarded !== 'string' || trustProxy.length === 0) return 'http';
    const peer = peerAddress(request.socket);
    if (!trustProxy.some((proxy) => isInRange(peer, proxy))) return 'http';
    return forwarded.split(',', 1)[0].trim().toLowerCase() === 'https' ? 'https' : 'http';
  }
}
