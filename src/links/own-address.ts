import type { Request } from 'express';
import type { Settings } from '../settings/settings';

/** The service's own public address: `PUBLIC_URL`, or else what the client asked for, which may be any text. */
export function ownAddress(settings: Settings, request: Request): string {
  return settings.publicUrl ?? `http://${request.headers.host}`;
}
