import type { ApiClient } from './api-client';
import { unique } from './scenario';

export interface CreatedApiKey {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
  readonly prefix: string;
  readonly scopes: string[];
}

/** Creates an API key through the API. */
export async function createApiKey(admin: ApiClient, scopes: string[], fields: object = {}): Promise<CreatedApiKey> {
  const { status, body, text } = await admin.post('/api/api-keys', { name: unique('api key'), scopes, ...fields });
  if (status !== 201) throw new Error(`No API key was created: ${text}`);
  return body as CreatedApiKey;
}
