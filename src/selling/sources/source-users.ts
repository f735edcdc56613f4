import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type IsUsed = (transaction: EntityManager, sourceId: number) => Promise<boolean>;
type Work = (transaction: EntityManager, sourceId: number) => Promise<void>;

/** Lets other rooms react to changes of sources: orders, and messages that wait for a mapping. */
@Injectable()
export class SourceUsers {
  private readonly users: IsUsed[] = [];
  private readonly waiting: Work[] = [];
  private readonly deletions: Work[] = [];

  add(isUsed: IsUsed): void {
    this.users.push(isUsed);
  }

  /** @param mended called in the transaction that changes a source's mappings or secrets */
  addWaiting(mended: Work): void {
    this.waiting.push(mended);
  }

  /** @param forget called in the transaction that deletes a source */
  addDeletion(forget: Work): void {
    this.deletions.push(forget);
  }

  async isUsed(transaction: EntityManager, sourceId: number): Promise<boolean> {
    for (const isUsed of this.users) if (await isUsed(transaction, sourceId)) return true;
    return false;
  }

  async forget(transaction: EntityManager, sourceId: number): Promise<void> {
    for (const forget of this.deletions) await forget(transaction, sourceId);
  }

  async tellMended(transaction: EntityManager, sourceId: number): Promise<void> {
    for (const mended of this.waiting) await mended(transaction, sourceId);
  }
}
