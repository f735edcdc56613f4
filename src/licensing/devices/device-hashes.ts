import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeviceSecretsRepository } from './device-secrets.repository';

/** How a client says where it runs: by a text of its own choice, or by nothing but the address that it comes from. */
export interface NamedDevice {
  readonly device: string | undefined;
  /** Canonical address of the client. */
  readonly address: string;
}

/**
 * Makes of a device what is stored of it: a hash under the database's own secret and the license key, so that nobody reads
 * the client's text there, and the devices of two customers can't be matched.
 */
@Injectable()
export class DeviceHashes implements OnApplicationBootstrap {
  private secret: KeyObject | undefined;

  constructor(private readonly secrets: DeviceSecretsRepository) {}

  onApplicationBootstrap(): Promise<void> {
    return this.load();
  }

  /** Reads the secret, which has to be known before anything is hashed; the service does so when it starts. */
  async load(): Promise<void> {
    this.secret ??= createSecretKey(await this.secrets.read(), 'hex');
  }

  /** @param keyId record id of the license key */
  hashOf(keyId: number, { device, address }: NamedDevice): string {
    const named = device === undefined ? `address ${address}` : `device ${device}`;
    return createHmac('sha256', this.secret!).update(`${keyId} ${named}`).digest('base64url');
  }
}
