import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { insertRows } from '../../platform/database/insert-rows';
import { OrderKey, StoredLine } from './order-parts.entity';

@Injectable()
export class OrderKeysRepository {
  constructor(
    @InjectRepository(StoredLine) private readonly lines: Repository<StoredLine>,
    @InjectRepository(OrderKey) private readonly keys: Repository<OrderKey>,
  ) {}

  within(transaction: EntityManager): OrderKeysRepository {
    return new OrderKeysRepository(transaction.withRepository(this.lines), transaction.withRepository(this.keys));
  }

  findLines(orderIds: readonly number[]): Promise<StoredLine[]> {
    return this.lines.find({ where: { orderId: In([...orderIds]) }, order: { orderId: 'ASC', line: 'ASC' } });
  }

  async saveLine(line: StoredLine, isNew: boolean): Promise<void> {
    const { orderId, line: number, ...values } = line;
    if (isNew) await this.lines.insert(line);
    else await this.lines.update({ orderId, line: number }, values);
  }

  async deleteLines(orderId: number): Promise<void> {
    await this.lines.delete({ orderId });
  }

  async hasKeys(orderId: number): Promise<boolean> {
    return this.keys.existsBy({ orderId });
  }

  /** By line and number. */
  findKeys(orderIds: readonly number[]): Promise<OrderKey[]> {
    const order = { orderId: 'ASC', line: 'ASC', number: 'ASC' } as const;
    return this.keys.find({ where: { orderId: In([...orderIds]) }, order });
  }

  /** The order that a license key was made for, if any. */
  findByKey(keyId: number): Promise<OrderKey | null> {
    return this.keys.findOneBy({ keyId });
  }

  async insertKeys(keys: readonly OrderKey[]): Promise<void> {
    const rows = keys.map(({ orderId, line, number, keyId, isDisabled }) => ({
      orderId,
      line,
      number,
      keyId,
      isDisabled: Number(isDisabled),
    }));
    await insertRows(this.keys.manager, 'order_keys', rows);
  }

  async setDisabled(orderId: number, keyIds: readonly number[], isDisabled: boolean): Promise<void> {
    if (keyIds.length > 0) await this.keys.update({ orderId, keyId: In([...keyIds]) }, { isDisabled });
  }
}
