import { Injectable } from '@nestjs/common';
import { ApiKeysRepository } from '../../access/api-keys/api-keys.repository';
import { readScopes } from '../../access/scopes/scopes';
import type { Finding } from './finding';

const MOST_LISTED = 10;

/** Whether an API key can still administer the service, and which never end. */
@Injectable()
export class ApiKeysCheck {
  constructor(private readonly apiKeys: ApiKeysRepository) {}

  async finding(): Promise<Finding> {
    const unrevoked = await this.apiKeys.findUnrevoked();
    const usable = unrevoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
    if (!usable.some(({ scopes }) => readScopes(scopes).includes('admin'))) {
      const remedy = 'npm run keylink -- api-keys create --name admin';
      return { check: 'API keys', status: 'failed', message: `no admin key is usable; make one: ${remedy}` };
    }
    const lasting = usable.filter(({ expiresAt }) => expiresAt === null).map(({ id, name }) => `${id} "${name}"`);
    const listed = lasting.slice(0, MOST_LISTED).join(', ') + (lasting.length > MOST_LISTED ? ', …' : '');
    return {
      check: 'API keys',
      status: 'ok',
      message: `${usable.length} usable, ${lasting.length} without expiry: ${listed}.`,
    };
  }
}
