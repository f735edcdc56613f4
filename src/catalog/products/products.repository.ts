import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, In, LessThanOrEqual, MoreThan, MoreThanOrEqual, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Product } from './product.entity';

@Injectable()
export class ProductsRepository {
  constructor(@InjectRepository(Product) private readonly products: Repository<Product>) {}

  within(transaction: EntityManager): ProductsRepository {
    return new ProductsRepository(transaction.withRepository(this.products));
  }

  findPage(after: number, limit: number): Promise<Product[]> {
    return this.products.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** Those after a pid up to another, by ascending pid, locked until the transaction ends; after 0 also pid 0. */
  lockBetween(after: number, upTo: number): Promise<Product[]> {
    const where = { id: And(behind(after), LessThanOrEqual(upTo)) };
    return this.products.find({ where, order: { id: 'ASC' }, ...lockingRead(this.products.manager) });
  }

  /** The pid of the `size`-th product after a pid; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const [product] = await this.products.find({
      where: { id: behind(after) },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return product?.id;
  }

  findById(id: number): Promise<Product | null> {
    return this.products.findOneBy({ id });
  }

  findByIds(ids: readonly number[]): Promise<Product[]> {
    return this.products.find({ where: { id: In([...ids]) } });
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

const behind = (after: number) => (after === 0 ? MoreThanOrEqual(0) : MoreThan(after));
