import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Product } from './product.entity';

/** Owns the table of products. */
@Injectable()
export class ProductsRepository {
  constructor(@InjectRepository(Product) private readonly products: Repository<Product>) {}

  within(transaction: EntityManager): ProductsRepository {
    return new ProductsRepository(transaction.withRepository(this.products));
  }

  findPage(after: number, limit: number): Promise<Product[]> {
    return this.products.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findById(id: number): Promise<Product | null> {
    return this.products.findOneBy({ id });
  }

  /** Locks the product until the transaction ends; null if there is none. */
  lock(id: number): Promise<Product | null> {
    return this.products.findOne({ where: { id }, ...lockingRead(this.products.manager) });
  }

  /** 0 if there are no products. */
  async findGreatestId(): Promise<number> {
    return (await this.products.maximum('id')) ?? 0;
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the pid has a record */
  async insert(product: Product): Promise<void> {
    await this.products.insert(product);
  }

  async update(id: number, changes: Partial<Product>): Promise<void> {
    await this.products.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.products.delete({ id });
  }
}
