import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';

/** Lets the pages of these web sites call the API from a browser. Without origins there are no CORS headers at all. */
export function corsOptions(origins: readonly string[]): CorsOptions {
  return {
    origin: [...origins],
    exposedHeaders: ['Link', 'Retry-After', 'x-request-id'],
    maxAge: 600,
  };
}
