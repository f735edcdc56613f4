import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Transactions } from '../../platform/database/transactions';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import { Device } from './device.entity';

/** Takes from the devices of a license key what tells of a person; seats and times stay. */
@Injectable()
export class DeviceErasure {
  constructor(
    @InjectRepository(Device) private readonly devices: Repository<Device>,
    private readonly words: SearchWordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Erases from devices with ids after one up to `size` more. @returns the last one; undefined after the last device */
  async erase(keyId: number, after: number, size: number): Promise<number | undefined> {
    const last = after + size;
    const id = And(MoreThan(after), LessThanOrEqual(last));
    await this.transactions.run(async (transaction) => {
      await transaction.withRepository(this.devices).update({ keyId, id }, { name: '', address: '' });
      await this.words.within(transaction).deleteParts(KINDS.licenseKey, keyId, after, last);
    });
    return (await this.devices.existsBy({ keyId, id: MoreThan(last) })) ? last : undefined;
  }
}
