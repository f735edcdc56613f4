import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { retryConflicts } from '../../platform/database/retry-conflicts';
import { Device } from './device.entity';

/** Takes from the devices of a license key what tells of a person; seats and times stay. */
@Injectable()
export class DeviceErasure {
  constructor(@InjectRepository(Device) private readonly devices: Repository<Device>) {}

  /** Erases from devices with ids after one up to `size` more. @returns the last one; undefined after the last device */
  async erase(keyId: number, after: number, size: number): Promise<number | undefined> {
    const last = after + size;
    const id = And(MoreThan(after), LessThanOrEqual(last));
    await retryConflicts(() => this.devices.update({ keyId, id }, { name: '', address: '' }));
    return (await this.devices.existsBy({ keyId, id: MoreThan(last) })) ? last : undefined;
  }
}
