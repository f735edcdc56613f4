import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ImportSecret } from './import-secret.entity';

@Injectable()
export class ImportSecretsRepository {
  constructor(@InjectRepository(ImportSecret) private readonly secrets: Repository<ImportSecret>) {}

  /** @throws {Error} if the row is missing: it is created with the table */
  async read(): Promise<string> {
    const [found] = await this.secrets.find({ order: { id: 'ASC' }, take: 1 });
    if (!found) throw new Error('The table import_secrets is empty: put its row back from a backup.');
    return found.secret;
  }
}
