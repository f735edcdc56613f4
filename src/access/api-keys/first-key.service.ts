import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../audit/actor';
import { databaseFault } from '../../platform/database/database-errors';
import { StartLock } from '../../platform/database/start-lock';
import { keylinkCommand } from '../../platform/settings/keylink-command';
import { Settings } from '../../platform/settings/settings';
import { isUsableAdmin, noUsableAdmin } from './admin-keys';
import { ApiKeyInsertion } from './api-key-insertion';
import { generateSecret, hashSecret, isPlausibleSecret } from './api-key-secret';
import { ApiKeysRepository } from './api-keys.repository';
import { writeFirstKey } from './first-key-file';
import { FormerSecretsRepository } from './former-secrets.repository';

const BOOTSTRAP_NAME = 'bootstrap';
const START: Actor = { apiKeyId: null, name: 'start', address: '', requestId: '' };

@Injectable()
export class FirstKeyService {
  private readonly logger = new Logger('ApiKeys');

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
    private readonly insertion: ApiKeyInsertion,
    private readonly startLock: StartLock,
    private readonly settings: Settings,
  ) {}

  /** Creates an admin key if there is no API key. @param show gets its secret; if that fails, no key is created */
  async createFirstKey(show: (secret: string) => Promise<void>): Promise<void> {
    const { firstApiKeyFile } = this.settings;
    // A start that finds keys skips the lock, which a killed start may have left behind.
    if (!(await this.apiKeys.isEmpty())) return;
    await this.startLock.hold(async () => {
      if (!(await this.apiKeys.isEmpty())) return;
      const secret = generateSecret();
      // Before the key is stored: a key whose secret nobody has seen would lock everybody out.
      await (firstApiKeyFile === undefined ? show(secret) : writeFirstKey(firstApiKeyFile, secret));
      await this.store(secret, 'first admin key');
      if (firstApiKeyFile === undefined) return;
      this.logger.log(`The first admin API key is in ${firstApiKeyFile}; delete the file once you have it.`);
    });
  }

  async warnWithoutAdmin(): Promise<void> {
    const unrevoked = await this.apiKeys.findUnrevoked();
    if (!unrevoked.some(isUsableAdmin)) this.logger.warn(`API keys: ${noUsableAdmin()}`);
  }

  /** Stores `BOOTSTRAP_API_KEY` if set. @throws {Error} if it can't be valid */
  async storeBootstrapKey(): Promise<void> {
    const secret = this.settings.bootstrapApiKey;
    if (secret === undefined) return;
    if (!isPlausibleSecret(secret)) {
      throw new Error(
        'BOOTSTRAP_API_KEY looks like a key that keylink made, but its checksum is wrong: is it mistyped?',
      );
    }
    const hash = hashSecret(secret);
    if (await this.formerSecrets.has(hash)) {
      this.logger.warn('BOOTSTRAP_API_KEY names a secret that was rotated away; it stays so.');
      return;
    }
    try {
      await this.store(secret, BOOTSTRAP_NAME);
    } catch (error) {
      // Stored by an earlier start, or just now by another instance.
      if (databaseFault(error) !== 'duplicate') throw error;
      const stored = await this.apiKeys.findByHash(hash);
      if (stored?.revokedAt !== null) {
        this.logger.warn('BOOTSTRAP_API_KEY names a key that was revoked; it stays revoked.');
      }
    }
    await this.nameEarlierKeys(hash);
  }

  /** The earlier key stays valid: instances not yet restarted use it and would store it again. Each start warns. */
  private async nameEarlierKeys(hash: string): Promise<void> {
    for (const { id, prefix } of await this.apiKeys.findOthersNamed(BOOTSTRAP_NAME, hash, Date.now())) {
      this.logger.warn(
        `An earlier BOOTSTRAP_API_KEY, ${prefix}… with the id ${id}, is still valid beside this one. ` +
          `Once every instance has the new one, end it: ${keylinkCommand(`api-keys revoke ${id}`)}`,
      );
    }
  }

  private async store(secret: string, name: string): Promise<void> {
    await this.insertion.insert(START, { secret, name, scopes: ['admin'] });
  }
}
