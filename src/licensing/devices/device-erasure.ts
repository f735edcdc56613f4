import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import { Device } from './device.entity';

/** Removes personal data from the devices of a license key; seats and times stay. */
@Injectable()
export class DeviceErasure {
  constructor(
    @InjectRepository(Device) private readonly devices: Repository<Device>,
    private readonly words: SearchWordsRepository,
  ) {}

  /**
   * Erases from up to `size` devices after an id, including the words of their names. The transaction has locked the
   * license key, as a rebuild of the index may be reading those names. @returns the last id; undefined after the last
   * device
   */
  async erase(transaction: EntityManager, keyId: number, after: number, size: number): Promise<number | undefined> {
    const devices = transaction.withRepository(this.devices);
    const last = after + size;
    await devices.update({ keyId, id: And(MoreThan(after), LessThanOrEqual(last)) }, { name: '', address: '' });
    await this.words.within(transaction).deleteParts(KINDS.licenseKey, keyId, after, last);
    return (await devices.existsBy({ keyId, id: MoreThan(last) })) ? last : undefined;
  }
}
