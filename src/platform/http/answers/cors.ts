import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import { ERROR_CODE_HEADER } from '../../errors/error-codes';

/** Lets pages of these origins call the API from a browser. Without origins there are no CORS headers. */
export function corsOptions(origins: readonly string[]): CorsOptions {
  return {
    origin: [...origins],
    exposedHeaders: ['Link', 'Retry-After', 'x-request-id', ERROR_CODE_HEADER, 'x-ignored-fields', 'ETag'],
    maxAge: 600,
  };
}
