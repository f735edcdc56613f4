import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import type { Change } from '../../access/audit/change';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound, unavailable } from '../../platform/errors/errors';
import { namesIn } from '../../platform/fields/field';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { RecordTags } from '../../platform/preconditions/record-tags';
import { givenValues, newValues, recordShower } from '../../platform/fields/records';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import { PID_MAX, pidIn } from './api-pid';
import type { CreateProductDto } from './dto/create-product.dto';
import type { ListProductsDto } from './dto/list-products.dto';
import type { ProductDto } from './dto/product.dto';
import type { UpdateProductDto } from './dto/update-product.dto';
import { PRODUCT_FIELDS } from './product-fields';
import type { Product } from './product.entity';
import { productWords } from './product-words';
import { ProductsRepository } from './products.repository';
import { UsedPids } from './used-pids';

export const PRODUCT_NOT_FOUND: Problem<'product.notFound'> = {
  code: 'product.notFound',
  message: 'There is no product with this pid.',
};
export const NO_PID_LEFT: Problem<'product.noPidLeft'> = {
  code: 'product.noPidLeft',
  message: 'The greatest pid is taken, so there is no next one; choose a pid for the product.',
};
export const PRODUCT_TAGS = new RecordTags('product', namesIn(PRODUCT_FIELDS, 'update'));

const DEFAULT_LIMIT = 100;
/** Attempts to create a product if others take the next pid meanwhile. */
const ATTEMPTS = 5;

@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly usedPids: UsedPids,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 409 if the pid has a record */
  async create({ pid, ...described }: CreateProductDto, actor: Actor): Promise<ProductDto> {
    const values = { ...newValues(PRODUCT_FIELDS, 'create', described), createdAt: Date.now() };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const product = { id: pid ?? (await this.findNextPid()), ...values };
      if (await this.insert(product, actor)) return toProductDto(product);
      if (pid !== undefined) throw conflict(productExists(pid));
    }
    throw unavailable();
  }

  /** By ascending pid; `next` is the next page's `after`, if any. */
  async getPage({ limit = DEFAULT_LIMIT, after = -1 }: ListProductsDto): Promise<Page<ProductDto>> {
    return toPage(await this.products.findPage(after, limit + 1), limit, toProductDto);
  }

  /** @throws {ApiError} 404 if there is no such product */
  async get(pid: string): Promise<ProductDto> {
    return toProductDto(required(await this.products.findById(readPid(pid))));
  }

  /** @throws {ApiError} 404 if there is no such product */
  update(pid: string, body: UpdateProductDto, actor: Actor, ifMatch?: IfMatch): Promise<ProductDto> {
    const id = readPid(pid);
    const changes = givenValues(PRODUCT_FIELDS, 'update', body);
    return this.transactions.run(async (transaction) => {
      const products = this.products.within(transaction);
      const product = required(await products.lock(id));
      const changed = Object.assign({}, product, changes);
      const [before, after] = [toProductDto(product), toProductDto(changed)];
      PRODUCT_TAGS.require(ifMatch, [before]);
      if (Object.keys(changes).length > 0) {
        await products.update(id, changes);
        await this.words.within(transaction).change([productWords(product)], [productWords(changed)]);
        await this.record(transaction, actor, { action: 'update', targetId: id, before, after });
      }
      return after;
    });
  }

  /** License keys of the product stay. @returns it as it was @throws {ApiError} 404 if there is no such product */
  delete(pid: string, actor: Actor, ifMatch?: IfMatch): Promise<ProductDto> {
    const id = readPid(pid);
    return this.transactions.run(async (transaction) => {
      const products = this.products.within(transaction);
      const before = toProductDto(required(await products.lock(id)));
      PRODUCT_TAGS.require(ifMatch, [before]);
      await products.delete(id);
      await this.words.within(transaction).deleteAll([KINDS.product], [id]);
      await this.record(transaction, actor, { action: 'delete', targetId: id, before });
      return before;
    });
  }

  /** @throws {ApiError} 409 if the greatest pid is taken */
  private async findNextPid(): Promise<number> {
    const greatest = Math.max(await this.products.findGreatestId(), await this.usedPids.findGreatest());
    if (greatest >= PID_MAX) throw conflict(NO_PID_LEFT);
    return greatest + 1;
  }

  /** @returns false if the pid has a record */
  private async insert(product: Product, actor: Actor): Promise<boolean> {
    try {
      await this.transactions.run(async (transaction) => {
        await this.products.within(transaction).insert(product);
        await this.words.within(transaction).insert([productWords(product)]);
        const after = toProductDto(product);
        await this.record(transaction, actor, { action: 'create', targetId: product.id, after });
      });
      return true;
    } catch (error) {
      if (databaseFault(error) === 'duplicate') return false;
      throw error;
    }
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.changeLog.within(transaction).append(actor, [{ targetType: 'product', ...change }]);
  }
}

export const productExists = (pid: number): Problem<'product.exists'> => ({
  code: 'product.exists',
  message: `Product ${pid} already has a record; change it with PUT /api/products/${pid}.`,
});

const toProductDto: (product: Product) => ProductDto = recordShower(PRODUCT_FIELDS);

function required(product: Product | null): Product {
  if (!product) throw notFound(PRODUCT_NOT_FOUND);
  return product;
}

/** @throws {ApiError} 404 for text that can't be a pid */
function readPid(text: string): number {
  const pid = pidIn(text);
  if (pid === undefined) throw notFound(PRODUCT_NOT_FOUND);
  return pid;
}
