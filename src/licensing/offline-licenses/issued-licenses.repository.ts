import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';
import { IssuedLicense } from './issued-license.entity';

export type NewLicense = Omit<IssuedLicense, 'id' | 'key'>;

@Injectable()
export class IssuedLicensesRepository {
  constructor(@InjectRepository(IssuedLicense) private readonly licenses: Repository<IssuedLicense>) {}

  within(transaction: EntityManager): IssuedLicensesRepository {
    return new IssuedLicensesRepository(transaction.withRepository(this.licenses));
  }

  async insert(license: NewLicense): Promise<number> {
    const { identifiers } = await this.licenses.insert(license);
    return identifiers[0].id as number;
  }

  findNewest(keyId: number, limit: number, before: number | undefined): Promise<IssuedLicense[]> {
    const position = before === undefined ? {} : { id: LessThan(before) };
    return this.licenses.find({ where: { keyId, ...position }, order: { id: 'DESC' }, take: limit });
  }
}
