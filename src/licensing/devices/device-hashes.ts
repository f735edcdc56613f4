import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeviceSecretsRepository } from './device-secrets.repository';

export interface NamedDevice {
  readonly device: string | undefined;
  readonly address: string;
}

/** HMAC of device and license key: hides the client's text, and whether two customers share a device. */
@Injectable()
export class DeviceHashes implements OnApplicationBootstrap {
  private secret: KeyObject | undefined;

  constructor(private readonly secrets: DeviceSecretsRepository) {}

  onApplicationBootstrap(): Promise<void> {
    return this.load();
  }

  /** Reads the secret for `hashOf`, at the service's start. */
  async load(): Promise<void> {
    this.secret ??= createSecretKey(await this.secrets.read(), 'hex');
  }

  /** For a device that requests a trial. */
  trialHashOf(product: number, device: string): string {
    return createHmac('sha256', this.secret!).update(`trial of ${product} device ${device}`).digest('base64url');
  }

  hashOf(keyId: number, { device, address }: NamedDevice): string {
    const named = device === undefined ? `address ${address}` : `device ${device}`;
    return createHmac('sha256', this.secret!).update(`${keyId} ${named}`).digest('base64url');
  }
}
