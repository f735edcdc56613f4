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

/** The name of API keys that operators chose. */
const BOOTSTRAP_NAME = 'bootstrap';
const START: Actor = { apiKeyId: null, name: 'start', address: '', requestId: '' };

/** Makes sure, when the service starts, that there is an admin key. */
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

  /**
   * Creates an admin key when there is no API key at all; `BOOTSTRAP_API_KEY`, when it is set, is stored before.
   * @param show shows its secret, once, where `FIRST_API_KEY_FILE` doesn't take it; when it can't, no key is made
   */
  async createFirstKey(show: (secret: string) => Promise<void>): Promise<void> {
    const { firstApiKeyFile } = this.settings;
    // A start that finds keys needn't wait for the lock, which one that was killed may have left behind.
    if (!(await this.apiKeys.isEmpty())) return;
    await this.startLock.hold(async () => {
      if (!(await this.apiKeys.isEmpty())) return;
      const secret = generateSecret();
      // Before it is stored: a stored key whose secret was never shown would lock everybody out.
      await (firstApiKeyFile === undefined ? show(secret) : writeFirstKey(firstApiKeyFile, secret));
      await this.store(secret, 'first admin key');
      if (firstApiKeyFile === undefined) return;
      this.logger.log(`The first admin API key is in ${firstApiKeyFile}; delete the file once you have it.`);
    });
  }

  /** Nobody would notice before somebody has to administer the service. */
  async warnWithoutAdmin(): Promise<void> {
    const unrevoked = await this.apiKeys.findUnrevoked();
    if (!unrevoked.some(isUsableAdmin)) this.logger.warn(`API keys: ${noUsableAdmin()}`);
  }

  /** Stores `BOOTSTRAP_API_KEY` when it is set. @throws {Error} when it can't be right */
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
      // Stored by an earlier start, or by another instance at this moment.
      if (databaseFault(error) !== 'duplicate') throw error;
      const stored = await this.apiKeys.findByHash(hash);
      if (stored?.revokedAt !== null) {
        this.logger.warn('BOOTSTRAP_API_KEY names a key that was revoked; it stays revoked.');
      }
    }
    await this.nameEarlierKeys(hash);
  }

  /**
   * Another `BOOTSTRAP_API_KEY` doesn't end the one before: instances that are still to be restarted have it, and one
   * that comes up again with it would end the new one in turn. So each start says that both are valid.
   */
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
