import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { makeSecretFile, readSecretFile, secretFileOf } from '../platform/database/embedded/secret-file';
import type { Problem } from '../platform/errors/error-codes';
import { conflict } from '../platform/errors/errors';
import { Settings } from '../platform/settings/settings';

export const NO_SECRET_KEY: Problem<'secretKey.unusable'> = {
  code: 'secretKey.unusable',
  message:
    'Signing and webhooks need the setting SECRET_KEY, the same for every instance: 32 random bytes in base64, such as "openssl rand -base64 32" prints.',
};

/** Encrypts private keys and the secrets of webhooks in the database, and is never stored there itself. */
@Injectable()
export class SecretKey {
  constructor(private readonly settings: Settings) {}

  /** `SECRET_KEY`, or the file beside the embedded database. @throws {ApiError} 409 if the file is unusable */
  find(): KeyObject | undefined {
    const { secretKey } = this.settings;
    const file = this.file;
    if (secretKey !== undefined || file === undefined) return secretKey;
    try {
      return readSecretFile(file);
    } catch (error) {
      throw conflict({ code: 'secretKey.unusable', message: (error as Error).message });
    }
  }

  /** @throws {ApiError} 409 saying what to set */
  get(): KeyObject {
    const found = this.find();
    if (found) return found;
    if (this.file === undefined) throw conflict(NO_SECRET_KEY);
    const message = `${this.file} is missing: restore it, or set SECRET_KEY.`;
    throw conflict({ code: 'secretKey.unusable', message });
  }

  /** Creates a missing file: only while nothing is encrypted yet. @throws {ApiError} 409 as `get`, or if that fails */
  async getOrMake(): Promise<KeyObject> {
    if (this.file !== undefined && !this.find()) await this.make(this.file);
    return this.get();
  }

  private async make(file: string): Promise<void> {
    try {
      await makeSecretFile(file);
    } catch (error) {
      const message = `${(error as Error).message} Set SECRET_KEY instead.`;
      throw conflict({ code: 'secretKey.unusable', message });
    }
  }

  private get file(): string | undefined {
    const { database } = this.settings;
    return database.engine === 'embedded' ? secretFileOf(database.file) : undefined;
  }
}
