import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';
import { IssuedLicense } from './issued-license.entity';

/** A license that has no record id yet. */
export type NewLicense = Omit<IssuedLicense, 'id' | 'key'>;

/** The one owner of the issued licenses' table. */
@Injectable()
export class IssuedLicensesRepository {
  constructor(@InjectRepository(IssuedLicense) private readonly licenses: Repository<IssuedLicense>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): IssuedLicensesRepository {
    return new IssuedLicensesRepository(transaction.withRepository(this.licenses));
  }

  /** @returns its record id */
  async insert(license: NewLicense): Promise<number> {
    const { identifiers } = await this.licenses.insert(license);
    return identifiers[0].id as number;
  }

  /**
   * The newest licenses of a license key, newest first.
   * @param before only those with a smaller id
   */
  findNewest(keyId: number, limit: number, before: number | undefined): Promise<IssuedLicense[]> {
    const position = before === undefined ? {} : { id: LessThan(before) };
    return this.licenses.find({ where: { keyId, ...position }, order: { id: 'DESC' }, take: limit });
  }
}
