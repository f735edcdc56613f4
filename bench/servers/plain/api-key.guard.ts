import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { apiKey } from '../environment';

/** Compares with the one key in memory: cheaper than any real look-up, in favour of the plain service. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly secret = apiKey();

  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers['x-api-key'] === this.secret;
  }
}
