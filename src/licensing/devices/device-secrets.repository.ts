import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DeviceSecret } from './device-secret.entity';

@Injectable()
export class DeviceSecretsRepository {
  constructor(@InjectRepository(DeviceSecret) private readonly secrets: Repository<DeviceSecret>) {}

  /** @throws {Error} if the row is missing */
  async read(): Promise<string> {
    const [found] = await this.secrets.find({ order: { id: 'ASC' }, take: 1 });
    if (!found) throw new Error('The table device_secrets is empty: put its row back from a backup.');
    return found.secret;
  }
}
