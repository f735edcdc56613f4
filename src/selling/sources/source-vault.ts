import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../../signing/sealing';
import { SecretKey } from '../../signing/secret-key';
import type { Source } from './source.entity';

type Sealed = Pick<Source, 'handle' | 'secrets' | 'apiToken'>;

/** Encrypts the secrets and tokens of sources with SECRET_KEY. */
@Injectable()
export class SourceVault {
  constructor(private readonly secretKey: SecretKey) {}

  /** @throws {ApiError} 409 if there is no SECRET_KEY */
  async sealSecrets(handle: string, secrets: readonly string[]): Promise<Pick<Source, 'secrets' | 'secretCount'>> {
    const sealed = await this.seal(`${handle}.secrets`, JSON.stringify(secrets));
    return { secrets: sealed, secretCount: secrets.length };
  }

  /** An empty token means none. @throws {ApiError} 409 if there is no SECRET_KEY */
  async sealToken(handle: string, token: string): Promise<Pick<Source, 'apiToken'>> {
    return { apiToken: token === '' ? null : await this.seal(`${handle}.token`, token) };
  }

  /** Newest first. @returns undefined if SECRET_KEY is missing or a different one */
  openSecrets({ handle, secrets }: Sealed): readonly string[] | undefined {
    if (secrets === null) return [];
    const text = this.open(`${handle}.secrets`, secrets);
    return text === undefined ? undefined : (JSON.parse(text) as string[]);
  }

  /** @returns undefined if there is none, or as `openSecrets` */
  openToken({ handle, apiToken }: Sealed): string | undefined {
    return apiToken === null ? undefined : this.open(`${handle}.token`, apiToken);
  }

  private async seal(owner: string, text: string): Promise<string> {
    return seal(await this.secretKey.getOrMake(), owner, Buffer.from(text));
  }

  private open(owner: string, sealed: string): string | undefined {
    const key = this.secretKey.find();
    return key && unseal(key, owner, sealed)?.toString();
  }
}
