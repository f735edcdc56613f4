import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockingRead } from '../../../platform/database/locking-read';
import { WebhookTask } from './webhook-task.entity';

@Injectable()
export class WebhookTasksRepository {
  constructor(@InjectRepository(WebhookTask) private readonly tasks: Repository<WebhookTask>) {}

  within(transaction: EntityManager): WebhookTasksRepository {
    return new WebhookTasksRepository(transaction.withRepository(this.tasks));
  }

  findAll(): Promise<WebhookTask[]> {
    return this.tasks.find({ order: { webhookId: 'ASC' } });
  }

  findOf(webhookId: number): Promise<WebhookTask | null> {
    return this.tasks.findOneBy({ webhookId });
  }

  /** Locks the task until the transaction ends; null if it is done, or has moved since. */
  lock({ webhookId, kind, position }: WebhookTask): Promise<WebhookTask | null> {
    return this.tasks.findOne({ where: { webhookId, kind, position }, ...lockingRead(this.tasks.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the webhook has one */
  async insert(task: WebhookTask): Promise<void> {
    await this.tasks.insert(task);
  }

  /** Cancels any running task of the webhook. */
  async replace(task: WebhookTask): Promise<void> {
    await this.tasks.delete({ webhookId: task.webhookId });
    await this.tasks.insert(task);
  }

  async move({ webhookId }: WebhookTask, position: number): Promise<void> {
    await this.tasks.update({ webhookId }, { position });
  }

  /** Spares the task that may have replaced it. */
  async delete({ webhookId, kind }: WebhookTask): Promise<void> {
    await this.tasks.delete({ webhookId, kind });
  }
}
