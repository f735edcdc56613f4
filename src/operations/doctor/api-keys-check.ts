import { Injectable } from '@nestjs/common';
import { isUsableAdmin, noUsableAdmin } from '../../access/api-keys/admin-keys';
import { ApiKeysRepository } from '../../access/api-keys/api-keys.repository';
import type { Finding } from './finding';

const MOST_LISTED = 10;

/** Whether an API key can still administer the service, and which keys never expire. */
@Injectable()
export class ApiKeysCheck {
  constructor(private readonly apiKeys: ApiKeysRepository) {}

  async finding(): Promise<Finding> {
    const unrevoked = await this.apiKeys.findUnrevoked();
    const usable = unrevoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
    if (!usable.some(isUsableAdmin)) return { check: 'API keys', status: 'failed', message: noUsableAdmin() };
    const lasting = usable.filter(({ expiresAt }) => expiresAt === null).map(({ id, name }) => `${id} "${name}"`);
    const listed = lasting.slice(0, MOST_LISTED).join(', ') + (lasting.length > MOST_LISTED ? ', …' : '');
    const which = lasting.length === 0 ? 'none' : `${lasting.length}`;
    return {
      check: 'API keys',
      status: 'ok',
      message: `${usable.length} usable, ${which} without expiry${listed && `: ${listed}`}.`,
    };
  }
}
